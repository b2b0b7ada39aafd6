const MINUTE_MS = 60_000;
/** As many zones as there are, so that none is built twice. */
const MAX_ZONES = 700;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time, as read from a clock. */
export interface WallTime {
  /** Since midnight. */
  readonly minutes: number;
  /** 0 is Sunday. */
  readonly weekday: number;
}

/** Whether the IANA database knows this zone. */
export function isTimezone(timezone: string): boolean {
  try {
    formatOf(timezone);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds that clocks of a zone are ahead of UTC at an instant. */
export function offsetAt(timezone: string, atMs: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(timezone).formatToParts(atMs)) parts[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const shownMs = Date.UTC(year, month - 1, day, hour, minute, second);
  return shownMs - Math.floor(atMs / 1_000) * 1_000;
}

export function wallTimeAt(timezone: string, atMs: number): WallTime {
  const shown = new Date(atMs + offsetAt(timezone, atMs));
  return { minutes: shown.getUTCHours() * 60 + shown.getUTCMinutes(), weekday: shown.getUTCDay() };
}

/** The first instant after `fromMs`, up to `untilMs`, at which the zone's clocks are moved; null if they are not. */
export function clockChange(timezone: string, fromMs: number, untilMs: number): number | null {
  const before = offsetAt(timezone, fromMs);
  if (offsetAt(timezone, untilMs) === before) return null;
  let [same, moved] = [fromMs, untilMs];
  while (moved - same > 1_000) {
    const middle = Math.floor((same + moved) / 2);
    if (offsetAt(timezone, middle) === before) same = middle;
    else moved = middle;
  }
  // Clocks are moved on whole minutes.
  return Math.floor(moved / MINUTE_MS) * MINUTE_MS;
}

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  if (formats.size < MAX_ZONES) formats.set(timezone, format);
  return format;
}
