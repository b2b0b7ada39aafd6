/** `?name=value…`, or nothing when there is nothing to ask for. */
export function queryText(values: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) query.set(name, String(value ?? ''));
  return query.size > 0 ? `?${query}` : '';
}
