const unitMs: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
};

/** Milliseconds of `1d2h3m4s`, `00:10:00`, `1w2d03:04:05.5` or a bare count of seconds; null for anything else. */
export function parseInterval(text: string): number | null {
  if (text.length === 0 || text.length > 40) return null;
  const clock = /^(?:(\d+)w)?(?:(\d+)d)?(\d{1,2}):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(text);
  if (clock) {
    const [weeks, days, hours, minutes, seconds] = clock.slice(1).map((part) => Number(part ?? 0));
    const whole = (weeks ?? 0) * 604_800 + (days ?? 0) * 86_400 + (hours ?? 0) * 3_600 + (minutes ?? 0) * 60;
    return Math.round((whole + (seconds ?? 0)) * 1_000);
  }
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1_000);
  const parts = [...text.matchAll(/(\d+)(ms|w|d|h|m|s)/g)];
  if (parts.length === 0 || parts.map((part) => part[0]).join('') !== text) return null;
  return parts.reduce((sum, part) => sum + Number(part[1]) * (unitMs[part[2] ?? ''] ?? 0), 0);
}

/** The form the router answers with: `1d2h3m4s`, `500ms`, `0s`. */
export function formatInterval(durationMs: number): string {
  let left = durationMs;
  let text = '';
  for (const [unit, size] of Object.entries(unitMs)) {
    const count = Math.floor(left / size);
    if (count > 0) text += `${count}${unit}`;
    left -= count * size;
  }
  return text === '' ? '0s' : text;
}

/** True inside a range written `1s..1h`. */
export function intervalInRange(durationMs: number, range: string): boolean {
  const [low, high] = range.split('..').map(parseInterval);
  return durationMs >= (low ?? 0) && durationMs <= (high ?? Number.POSITIVE_INFINITY);
}
