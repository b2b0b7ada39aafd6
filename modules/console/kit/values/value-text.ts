/** A value of unknown shape on one line; objects as JSON. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
}

/** Rows of a value: its leaves by dotted path, at most so many. */
export function leavesOf(value: unknown, most = 500): readonly (readonly [path: string, leaf: unknown])[] {
  const leaves: (readonly [string, unknown])[] = [];
  const open: (readonly [string, unknown])[] = [['', value]];
  while (open.length > 0 && leaves.length < most) {
    const [path, each] = open.shift() ?? ['', null];
    if (typeof each !== 'object' || each === null || Object.keys(each).length === 0)
      leaves.push([path, each]);
    else
      open.unshift(
        ...Object.entries(each).map(([key, inner]): [string, unknown] => [
          path === '' ? key : `${path}.${key}`,
          inner,
        ]),
      );
  }
  return leaves;
}
