/**
 * Paths between `{{` and `}}` in every string of a JSON tree, in no particular order; `renderTemplate` looks them
 * up (SPEC 4.5). Not recursive.
 */
export function templatePaths(value: unknown): readonly string[] {
  const found: string[] = [];
  const stack: unknown[] = [value];
  while (stack.length > 0) {
    const at = stack.pop();
    if (typeof at === 'string') collect(at, found);
    else if (typeof at === 'object' && at !== null) for (const each of Object.values(at)) stack.push(each);
  }
  return found;
}

function collect(text: string, found: string[]): void {
  for (let start = text.indexOf('{{'); start >= 0; ) {
    const end = text.indexOf('}}', start + 2);
    if (end < 0) return;
    found.push(text.slice(start + 2, end).trim());
    start = text.indexOf('{{', end + 2);
  }
}
