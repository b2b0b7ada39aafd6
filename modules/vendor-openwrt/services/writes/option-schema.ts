import type { OptionType } from './section-schemas.ts';

type Schema = Readonly<Record<string, unknown>>;

const MAX_TEXT = 4_096;
const MAX_ITEMS = 256;
/** Texts of the configuration stand on one line. */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f]*$';
const truths = [true, false, '0', '1', 'yes', 'no', 'on', 'off', 'true', 'false', 'enabled', 'disabled'];
const anyCase = (words: readonly string[]): string[] =>
  words.flatMap((word) => [word, word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1)]);

const text = (pattern = ONE_LINE, maxLength = MAX_TEXT): Schema => ({ type: 'string', maxLength, pattern });
const whole = (bounds: Schema = {}): Schema => ({
  type: ['integer', 'string'],
  pattern: '^-?[0-9]{1,19}$',
  ...bounds,
});

const ADDRESS4 = '[0-9]{1,3}(\\.[0-9]{1,3}){3}';
const ADDRESS6 = '[0-9A-Fa-f:]{2,39}(\\.[0-9.]{1,15})?';

/** Checks of the daemons that can be held against a value alone; the others are left to the device. */
const checks: Readonly<Record<string, Schema>> = {
  bool: { enum: truths },
  uinteger: whole({ minimum: 0 }),
  mac: text('^!?([0-9A-Fa-f]{2}[:-]){5}[0-9A-Fa-f]{2}$', 20),
  wgkey: text('^[A-Za-z0-9+/]{43}=$', 44),
  ip4addr: text(`^${ADDRESS4}$`, 15),
  netmask4: text(`^${ADDRESS4}$`, 15),
  cidr4: text(`^${ADDRESS4}(/([0-9]{1,2}|${ADDRESS4}))?$`, 31),
  ip6addr: text(`^${ADDRESS6}$`, 45),
  cidr6: text(`^${ADDRESS6}(/[0-9]{1,3})?$`, 49),
  cidr: text(`^(${ADDRESS4}|${ADDRESS6})(/[0-9]{1,3})?$`, 49),
  port: {
    ...text('^!?[0-9]{1,5}([-: ][0-9]{1,5})*$', 200),
    type: ['integer', 'string'],
    minimum: 0,
    maximum: 65_535,
  },
  policy: { enum: anyCase(['accept', 'reject', 'drop']) },
  direction: { enum: anyCase(['in', 'ingress', 'out', 'egress']) },
};

/** Schema of one option, as far as the vendor's sources settle it; empty text unsets it in an update. */
export function optionSchema(option: OptionType, mayUnset: boolean): Schema {
  const one = singleSchema(option);
  const many = option.type === 'list' || option.list === true;
  const schemas = [
    ...(many ? [{ type: 'array', items: one, maxItems: MAX_ITEMS }] : []),
    one,
    ...(mayUnset && !takesEmpty(one) ? [{ const: '' }] : []),
  ];
  return schemas.length === 1 ? one : { anyOf: schemas };
}

/** Free text may be empty anyway. */
const takesEmpty = ({ pattern, minLength }: Schema): boolean =>
  pattern === ONE_LINE && minLength === undefined;

function singleSchema(option: OptionType): Schema {
  const { check = '', values, type } = option;
  if (type === 'bool') return { enum: truths };
  if (values !== undefined)
    return { enum: [...new Set(values.flatMap((value) => [value, ...otherForm(value)]))] };
  const known = checks[check] ?? ranged(check) ?? chosen(check);
  if (known !== undefined) return known;
  if (type === 'int') return whole(boundsOf(option));
  const { pattern = ONE_LINE, maxLength = MAX_TEXT, minLength } = option;
  const own = { ...text(pattern, maxLength), ...(minLength === undefined ? {} : { minLength }) };
  const isFree = option.pattern === undefined && option.maxLength === undefined && minLength === undefined;
  return isFree ? { ...own, type: ['string', 'number'] } : own;
}

/** A number may be written as text, and the other way round. */
function otherForm(value: string | number): readonly (string | number)[] {
  if (typeof value === 'number') return [String(value)];
  return /^[0-9]{1,9}$/.test(value) ? [Number(value)] : [];
}

const boundsOf = ({ min, max }: OptionType): Schema => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
});

function ranged(check: string): Schema | undefined {
  const [, minimum, maximum] = /^range\((\d+), ?(\d+)\)$/.exec(check) ?? [];
  return minimum === undefined ? undefined : whole({ minimum: Number(minimum), maximum: Number(maximum) });
}

function chosen(check: string): Schema | undefined {
  const words = /^or\(("[a-z]+"(?:, "[a-z]+")*)\)$/.exec(check)?.[1];
  return words === undefined ? undefined : { enum: JSON.parse(`[${words}]`) };
}
