import type { TObject, TProperties } from 'typebox';

/** Columns that a reply shows: the fields of its schema, without those that are worked out. */
export const columnsOf = <P extends TProperties, const W extends keyof P & string = never>(
  { properties }: TObject<P>,
  ...workedOut: readonly W[]
): readonly Exclude<keyof P & string, W>[] =>
  Object.keys(properties).filter((name) => !workedOut.some((each) => each === name)) as Exclude<
    keyof P & string,
    W
  >[];
