/** A freeze as far as the calendar needs it. */
export interface Recurring {
  readonly starts_at: string;
  readonly ends_at: string;
  readonly recurrence: {
    readonly every: 'day' | 'week';
    readonly until: string | null;
    readonly time_zone: string;
  } | null;
}

export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

const DAY_MS = 86_400_000;
/** A month that is shown has at most so many days of a daily freeze, with those around it. */
const MOST = 400;

/** Offset of a zone at a moment: wall clock minus UTC. */
function offsetMs(atMs: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(atMs));
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  const wallMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wallMs - Math.floor(atMs / 1_000) * 1_000;
}

/** The moment at which a zone's clock shows this; in the hour that a change of the clock skips, the one after it. */
function instantOf(wallMs: number, zone: string): number {
  const first = wallMs - offsetMs(wallMs, zone);
  return wallMs - offsetMs(first, zone);
}

const wallOf = (atMs: number, zone: string): number => atMs + offsetMs(atMs, zone);

/** When a freeze holds between two moments; a recurring one keeps its wall-clock time in its own zone. */
export function occurrencesOf(
  { starts_at, ends_at, recurrence }: Recurring,
  { startMs, endMs }: Span,
): readonly Span[] {
  const one = { startMs: Date.parse(starts_at), endMs: Date.parse(ends_at) };
  const meets = (span: Span) => span.startMs < endMs && span.endMs > startMs;
  if (recurrence === null) return meets(one) ? [one] : [];
  const { every, until, time_zone } = recurrence;
  const stepMs = every === 'day' ? DAY_MS : 7 * DAY_MS;
  const lastMs = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  const [startWall, endWall] = [wallOf(one.startMs, time_zone), wallOf(one.endMs, time_zone)];
  const from = Math.max(0, Math.floor((wallOf(startMs, time_zone) - endWall) / stepMs));
  const spans: Span[] = [];
  for (let n = from; n < from + MOST; n += 1) {
    const span = {
      startMs: instantOf(startWall + n * stepMs, time_zone),
      endMs: instantOf(endWall + n * stepMs, time_zone),
    };
    if (span.startMs >= endMs || span.startMs > lastMs) break;
    if (meets(span)) spans.push(span);
  }
  return spans;
}

/** Days of a month's page, Monday first, with those of the weeks at its ends; in the viewer's zone. */
export function daysOfMonth(year: number, month: number): readonly Date[] {
  const first = new Date(year, month, 1);
  const lead = (first.getDay() + 6) % 7;
  const length = new Date(year, month + 1, 0).getDate();
  const amount = Math.ceil((lead + length) / 7) * 7;
  return Array.from({ length: amount }, (_, at) => new Date(year, month, 1 - lead + at));
}

/** From midnight to midnight, in the viewer's zone. */
export const dayOf = (day: Date): Span => ({
  startMs: day.getTime(),
  endMs: new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime(),
});

/** `2026-05`, and back. */
export const monthText = (year: number, month: number): string =>
  `${year}-${String(month + 1).padStart(2, '0')}`;

export function monthOf(text: string, today: Date): { readonly year: number; readonly month: number } {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined)
    return { year: today.getFullYear(), month: today.getMonth() };
  return { year: Number(year), month: Number(month) - 1 };
}
