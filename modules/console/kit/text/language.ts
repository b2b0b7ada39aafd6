import { useSyncExternalStore } from 'react';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'patchbay.language';
const listeners = new Set<() => void>();

const isLanguage = (value: string | null | undefined): value is Language =>
  LANGUAGES.some((language) => language === value);

function preferred(): Language {
  const kept = localStorage.getItem(KEY);
  if (isLanguage(kept)) return kept;
  const asked = navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage);
  return asked ?? 'en';
}

let current: Language = preferred();
document.documentElement.lang = current;

export const currentLanguage = (): Language => current;

/** Switches every text at once and keeps the choice in this browser. */
export function chooseLanguage(language: Language): void {
  current = language;
  localStorage.setItem(KEY, language);
  document.documentElement.lang = language;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);
