import { defineTexts } from '@patchbay/console-kit';
import type { Operation } from './what.ts';

interface Said {
  readonly operation: Operation;
  readonly what: string;
  readonly name: string | null;
}

const quoted = (name: string | null, left: string, right: string): string =>
  name === null ? '' : ` ${left}${name}${right}`;

/** Sentences and words that all pages of changes share. */
export const changeWords = defineTexts({
  en: {
    title: ({ operation, what, name }: Said) =>
      `${{ create: 'Add', update: 'Change', delete: 'Delete' }[operation]} ${what}${quoted(name, '“', '”')}`,
    at: (title: string, controller: string, site: string) => `${title} on ${controller} at ${site}`,
    on: (title: string, controller: string) => `${title} on ${controller}`,
    pending: 'Pending',
    applied: 'Applied',
    discarded: 'Discarded',
    running: 'Running',
    awaiting_confirmation: 'Awaits confirmation',
    succeeded: 'Succeeded',
    failed: 'Failed',
    unknown: 'Outcome unknown',
    reverted: 'Taken back',
    catastrophic: 'Catastrophic',
    normal: 'Normal',
    create: 'Add',
    update: 'Change',
    delete: 'Delete',
    stale: 'Stale',
  },
  de: {
    title: ({ operation, what, name }: Said) =>
      `${what.charAt(0).toUpperCase()}${what.slice(1)}${quoted(name, '„', '“')} ${{ create: 'hinzufügen', update: 'ändern', delete: 'löschen' }[operation]}`,
    at: (title: string, controller: string, site: string) => `${title} – ${controller}, ${site}`,
    on: (title: string, controller: string) => `${title} – ${controller}`,
    pending: 'Vorgemerkt',
    applied: 'Angewendet',
    discarded: 'Verworfen',
    running: 'Läuft',
    awaiting_confirmation: 'Wartet auf Bestätigung',
    succeeded: 'Gelungen',
    failed: 'Fehlgeschlagen',
    unknown: 'Ausgang unbekannt',
    reverted: 'Zurückgenommen',
    catastrophic: 'Folgenschwer',
    normal: 'Normal',
    create: 'Hinzufügen',
    update: 'Ändern',
    delete: 'Löschen',
    stale: 'Veraltet',
  },
});
