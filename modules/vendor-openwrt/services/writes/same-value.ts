const truths: Readonly<Record<string, string>> = {
  yes: '1',
  on: '1',
  true: '1',
  enabled: '1',
  no: '0',
  off: '0',
  false: '0',
  disabled: '0',
};

/** Every value as the device keeps it: text, or a list of texts; truth values become 1 and 0. */
export function keptValue(value: unknown): string | readonly string[] {
  if (Array.isArray(value)) return value.map((each) => String(keptValue(each)));
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'string' ? value : String(value ?? '');
}

/** Whether the device shows what was sent; a list of one and its only value are the same, unset and empty too. */
export function sameValue(sent: unknown, live: unknown): boolean {
  const [wanted, found] = [listed(sent), listed(live)];
  if (wanted.length !== found.length) return false;
  return wanted.every((each, index) => each === found[index] || isSameTruth(each, found[index]));
}

function listed(value: unknown): readonly string[] {
  const kept = keptValue(value);
  if (typeof kept !== 'string') return kept;
  return kept === '' ? [] : [kept];
}

const isSameTruth = (one: string, other: string | undefined): boolean =>
  other !== undefined && Object.hasOwn(truths, one) && truths[one] === (truths[other] ?? other);
