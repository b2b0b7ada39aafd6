import { useEffect, useState, useSyncExternalStore } from 'react';
import { type Language, useLanguage } from '../text/language.ts';

const UNITS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const SOON_SECONDS = 45;
const AGAIN_MS = 30_000;

interface Formats {
  readonly relative: Intl.RelativeTimeFormat;
  readonly full: Intl.DateTimeFormat;
}

/** A format takes far longer to make than to use, and lists have hundreds of times. */
const formats = new Map<Language, Formats>();

function formatsOf(language: Language): Formats {
  const made = formats.get(language) ?? {
    relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    full: new Intl.DateTimeFormat(language, {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'short',
    }),
  };
  formats.set(language, made);
  return made;
}

/** `3 minutes ago`, `in 2 days`. */
export function relativeTime(iso: string, language: Language, nowMs = Date.now()): string {
  const seconds = (Date.parse(iso) - nowMs) / 1_000;
  const { relative } = formatsOf(language);
  if (Math.abs(seconds) < SOON_SECONDS) return relative.format(0, 'second');
  const [unit, size] = UNITS.find(([, most]) => Math.abs(seconds) >= most) ?? (['minute', 60] as const);
  return relative.format(Math.round(seconds / size), unit);
}

/** Date and time in the viewer's zone, with the zone. */
export const fullTime = (iso: string, language: Language): string =>
  formatsOf(language).full.format(new Date(iso));

/** One timer for every relative time that is shown. */
const shown = new Set<() => void>();
let ticks = 0;
let timer: number | undefined;

function followTicks(notify: () => void): () => void {
  shown.add(notify);
  timer ??= window.setInterval(() => {
    ticks += 1;
    for (const each of shown) each();
  }, AGAIN_MS);
  return () => {
    shown.delete(notify);
    if (shown.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

const followNothing = (): (() => void) => () => {};

export interface TimeProps {
  /** ISO 8601; null shows a dash. */
  readonly at: string | null | undefined;
  /** `relative` keeps itself up to date and has the full time as its title. */
  readonly form?: 'relative' | 'full';
}

export function Time({ at, form = 'relative' }: TimeProps) {
  const language = useLanguage();
  useSyncExternalStore(form === 'full' ? followNothing : followTicks, () => ticks);
  if (at === null || at === undefined || Number.isNaN(Date.parse(at)))
    return <span className="muted">–</span>;
  const full = fullTime(at, language);
  return (
    <time dateTime={at} title={full}>
      {form === 'full' ? full : relativeTime(at, language)}
    </time>
  );
}

/** `1:05`, `2:00:09`. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
  const tail = `${String(minutes).padStart(hours > 0 ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours > 0 ? `${hours}:${tail}` : tail;
}

/** Counts down to a moment, once a second. */
export function Countdown({ until, onEnd }: { readonly until: string; onEnd?(): void }) {
  const [nowMs, look] = useState(Date.now);
  const left = (Date.parse(until) - nowMs) / 1_000;
  const isOver = left <= 0;
  useEffect(() => {
    if (isOver) {
      onEnd?.();
      return;
    }
    const timer = window.setInterval(() => look(Date.now()), 1_000);
    return () => window.clearInterval(timer);
  }, [isOver, onEnd]);
  return (
    <time className="mono" role="timer">
      {clockText(left)}
    </time>
  );
}
