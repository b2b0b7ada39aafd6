import type { FormSchema } from './form-schema.ts';

export interface Hint {
  /** Words that fit, of which there may be others. */
  readonly suggestions: readonly string[];
  /** Several of them, separated by commas. */
  readonly isSeveral: boolean;
  /** Whether several values stand in the text, separated by commas. */
  readonly isList: boolean;
  /** Hint below the field. */
  readonly text: string | undefined;
  /** Unit that stands behind the label. */
  readonly unit: string | undefined;
}

const SUGGESTED = /^(offered|several of): (.+)$/su;
/** Vendors' tables say of many fields only as what their own programs keep them. */
const SAYS_NOTHING = /^(string|integer|number|boolean|ip|\w+Field)$/u;
const SEVERAL = /^(?:\w+Field, )?several separated by commas$/u;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Reads what vendors' tables tell about a field: `description`, `x-hint`, `x-unit`. */
export function hintOf(schema: FormSchema): Hint {
  const { description = '' } = schema;
  const [, kind, words] = SUGGESTED.exec(description) ?? [];
  const isList = SEVERAL.test(description);
  const isPlain = words === undefined && !isList && !SAYS_NOTHING.test(description);
  const told = [isPlain ? description : '', textOf(schema['x-hint']) ?? '']
    .filter((each) => each !== '')
    .join(' ');
  return {
    suggestions: words?.split(', ') ?? [],
    isSeveral: kind === 'several of',
    isList,
    text: told === '' ? undefined : told,
    unit: textOf(schema['x-unit']),
  };
}
