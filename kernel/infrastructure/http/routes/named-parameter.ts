import type { Contribution, ExtensionPoint } from '../../../extension/index.ts';

/** A parameter of a path whose values contributions name; the API document lists each of them as a path of its own. */
export interface NamedParameter {
  readonly parameter: string;
  /** Id of the extension point. */
  readonly point: string;
  readonly names: (contributed: unknown) => readonly string[];
}

/** `namedBy(VENDORS, 'family', familiesOf)`. The values are made without their dependencies for it. */
export const namedBy = <T>(
  { id }: ExtensionPoint<T>,
  parameter: string,
  names: (contributed: T) => readonly string[],
): NamedParameter =>
  Object.freeze({ parameter, point: id, names: (contributed: unknown) => names(contributed as T) });

/** Every name the parameter takes, sorted. */
export function namesOf(
  { point, names }: NamedParameter,
  contributions: readonly Contribution[],
): readonly string[] {
  const own = contributions.filter((each) => each.point === point);
  return [...new Set(own.flatMap(({ create }) => names(create({}))))].sort();
}
