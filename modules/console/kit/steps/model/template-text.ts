import type { Params } from './params.ts';

const OPEN = '{{';
const CLOSE = '}}';

/** A path as it stands in a text. */
export const templateOf = (path: string): string => `${OPEN}${path}${CLOSE}`;

/** Whether a text holds a template. */
export const holdsTemplate = (value: unknown): value is string =>
  typeof value === 'string' && value.includes(OPEN) && value.includes(CLOSE);

/** Paths of all templates in a value. */
export function templatePathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string')
    return [...value.matchAll(/\{\{(.*?)\}\}/gs)].map(([, path = '']) => path.trim());
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(templatePathsIn);
}

/** Puts a template where the caret is; at the end without one. */
export function insertedAt(text: string, path: string, from = text.length, to = from): string {
  return `${text.slice(0, from)}${templateOf(path)}${text.slice(to)}`;
}

/** Puts a template into JSON that is typed: quoted where the caret stands between texts. */
export function insertedIntoJson(text: string, path: string, from = text.length, to = from): string {
  const quotes = text.slice(0, from).replaceAll(/\\./gs, '').split('"').length - 1;
  const isInText = quotes % 2 === 1;
  const put = isInText ? templateOf(path) : JSON.stringify(templateOf(path));
  return `${text.slice(0, from)}${put}${text.slice(to)}`;
}

const OF_STEP = /^steps\.(\d+)(?=\.|$)/;

/** Whether a path reads a step that cannot be before the one at this place. */
export function readsNoEarlier(path: string, place: number): boolean {
  const step = stepOf(path);
  return step === null ? /^steps\.[^.]/.test(path) : step >= place;
}

/** The step that a path reads, counted from 0; null when it reads none. */
export function stepOf(path: string): number | null {
  const [, index] = OF_STEP.exec(path) ?? [];
  return index === undefined ? null : Number(index);
}

/** Stands in templates for a step that was removed, so that they never read the one that took its place. */
const GONE = 'removed';

/** Templates that read steps which stand elsewhere now; `placeOf` answers the new place, null for a removed step. */
export function renumbered(params: Params, placeOf: (step: number) => number | null): Params {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, renumberedValue(value, placeOf)]),
  );
}

function renumberedValue(value: unknown, placeOf: (step: number) => number | null): unknown {
  if (typeof value === 'string') return renumberedText(value, placeOf);
  if (Array.isArray(value)) return value.map((each) => renumberedValue(each, placeOf));
  if (typeof value !== 'object' || value === null) return value;
  return renumbered({ ...value }, placeOf);
}

const renumberedText = (text: string, placeOf: (step: number) => number | null): string =>
  text.replaceAll(/\{\{(\s*)(.*?)(\s*)\}\}/gs, (whole, before: string, path: string, after: string) => {
    const step = stepOf(path);
    if (step === null) return whole;
    return `${OPEN}${before}${path.replace(OF_STEP, `steps.${placeOf(step) ?? GONE}`)}${after}${CLOSE}`;
  });
