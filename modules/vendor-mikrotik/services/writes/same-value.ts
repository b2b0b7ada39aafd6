import type { FieldType } from '../inventory/menus.ts';

const units: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
};
const truths: Readonly<Record<string, string>> = { yes: 'true', no: 'false' };

/** Milliseconds of `1d2h3m4s`, `90`, `01:30:00` or `1d 01:30:00`; null for anything else. */
export function intervalMs(text: string): number | null {
  if (/^\d{1,12}(\.\d{1,3})?$/.test(text)) return Number(text) * 1_000;
  const clock = /^(?:(\d{1,6})d )?(\d{1,3}):(\d{1,2}):(\d{1,2}(?:\.\d{1,3})?)$/.exec(text);
  if (clock) {
    const [, days = '0', hours, minutes, seconds] = clock;
    return (
      Number(days) * 86_400_000 +
      Number(hours) * 3_600_000 +
      Number(minutes) * 60_000 +
      Number(seconds) * 1_000
    );
  }
  if (!/^(\d{1,9}(w|d|h|ms|m|s)){1,6}$/.test(text)) return null;
  return [...text.matchAll(/(\d+)(ms|w|d|h|m|s)/g)].reduce(
    (sum, [, n, unit]) => sum + Number(n) * (units[unit ?? ''] ?? 0),
    0,
  );
}

/** Whether the router prints `live` for what was sent as `sent`: texts, truth values, intervals, lists, masks. */
export function sameValue(type: FieldType | undefined, sent: unknown, live: string | undefined): boolean {
  const wanted = String(sent ?? '');
  const found = live ?? '';
  if (wanted === found) return true;
  if (type?.t === 'bool') return (truths[wanted] ?? wanted) === (truths[found] ?? (found || 'false'));
  if (type?.t === 'interval') return intervalMs(wanted) !== null && intervalMs(wanted) === intervalMs(found);
  return canonical(wanted) === canonical(found);
}

const NUMBER = /^-?\d{1,15}$/;

/** One spelling: no leading zeros, case folded, single addresses without their mask, lists without an order. */
function canonical(text: string): string {
  const parts = text.split(',').map((part) => {
    const plain = part
      .trim()
      .toLowerCase()
      .replace(/(?<=^!?[0-9.]{7,15})\/32$/, '')
      .replace(/\/128$/, '');
    return NUMBER.test(plain) ? String(Number(plain)) : (truths[plain] ?? plain);
  });
  return parts.sort().join(',');
}
