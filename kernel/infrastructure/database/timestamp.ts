const FULL_LENGTH = '2026-01-02 03:04:05.678901+00'.length;

/** PostgreSQL prints `2026-01-02 03:04:05.6789+00`; the wire says `2026-01-02T03:04:05.678900Z`, always six digits. */
export function isoFromPostgres(text: string): string {
  if (text.length === FULL_LENGTH) return `${text.slice(0, 10)}T${text.slice(11, 26)}Z`;
  const [time = '', fraction = ''] = text.slice(11, -3).split('.');
  return `${text.slice(0, 10)}T${time}.${fraction.padEnd(6, '0')}Z`;
}
