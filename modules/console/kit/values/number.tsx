import { useLanguage } from '../text/language.ts';

/** A figure as the language writes it. */
export function Figure({ value }: { readonly value: number }) {
  const language = useLanguage();
  return <>{new Intl.NumberFormat(language).format(value)}</>;
}

/** `1.5 s`, `12 ms`. */
export const durationText = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`;

const SIZES = ['B', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in units of 1,000. */
export function sizeText(bytes: number): string {
  const at = Math.min(SIZES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  return `${(bytes / 1_000 ** at).toFixed(at === 0 ? 0 : 1)} ${SIZES[at]}`;
}
