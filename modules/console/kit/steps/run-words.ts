import { defineTexts, useTexts } from '../text/texts.ts';

const texts = defineTexts({
  en: {
    queued: 'queued',
    running: 'running',
    waiting: 'waiting for another try',
    succeeded: 'succeeded',
    failed: 'failed',
    skipped: 'skipped',
    cancelled: 'cancelled',
    test: 'test',
    shadow: 'shadow',
    cooldown: 'It rested after a run before (cooldown).',
    rate_ceiling: 'More events came than it may run for in a minute.',
    loop: 'It would have started itself.',
    single: 'Another run was under way.',
    author_disabled: 'The author is switched off.',
    author_lost_right: 'The author lost a right that it needs.',
    failing: 'Twenty runs failed in a row.',
    schedule_unreadable: 'The schedule cannot be read.',
    event_not_declared: 'The event is not declared: its module or plugin is off.',
    pattern: 'Another pattern.',
    conditions: 'A condition did not hold.',
    conditions_failed: 'A condition did not hold.',
    step_failed: (n: number, why: string) => `Step ${n} failed: ${why}`,
    action_failed: (n: number, why: string) => `Action ${n} failed: ${why}`,
  },
  de: {
    queued: 'wartet',
    running: 'läuft',
    waiting: 'wartet auf den nächsten Versuch',
    succeeded: 'gelungen',
    failed: 'fehlgeschlagen',
    skipped: 'übersprungen',
    cancelled: 'abgebrochen',
    test: 'Test',
    shadow: 'Probebetrieb',
    cooldown: 'Ruhezeit nach einem Lauf davor.',
    rate_ceiling: 'Es kamen mehr Ereignisse, als in einer Minute laufen dürfen.',
    loop: 'Sie hätte sich selbst ausgelöst.',
    single: 'Ein anderer Lauf war im Gange.',
    author_disabled: 'Der Autor ist abgeschaltet.',
    author_lost_right: 'Dem Autor fehlt ein Recht, das gebraucht wird.',
    failing: 'Zwanzig Läufe schlugen nacheinander fehl.',
    schedule_unreadable: 'Der Zeitplan ist nicht lesbar.',
    event_not_declared: 'Das Ereignis ist nicht angemeldet: Sein Modul oder Plugin ist aus.',
    pattern: 'Ein anderes Muster.',
    conditions: 'Eine Bedingung traf nicht zu.',
    conditions_failed: 'Eine Bedingung traf nicht zu.',
    step_failed: (n: number, why: string) => `Schritt ${n} schlug fehl: ${why}`,
    action_failed: (n: number, why: string) => `Aktion ${n} schlug fehl: ${why}`,
  },
});

/** People count steps from 1, the platform from 0. */
const FAILED = /^(step|action) (\d+) failed: (.*)$/s;

type Words = typeof texts.en;
type Key = { [K in keyof Words]: Words[K] extends string ? K : never }[keyof Words];

const isKey = (word: string): word is Key =>
  Object.hasOwn(texts.en, word) && word !== 'step_failed' && word !== 'action_failed';

export interface RunWords {
  status(status: string): string;
  /** The fixed word that a reason begins with, in words; what follows it is kept. */
  reason(reason: string): string;
}

/** States and reasons of runs in the viewer's language; what is not known stays as the platform says it. */
export function useRunWords(): RunWords {
  const t = useTexts(texts);
  return {
    status: (status) => (isKey(status) ? t[status] : status.replaceAll('_', ' ')),
    reason: (reason) => {
      const [, noun, number, why = ''] = FAILED.exec(reason) ?? [];
      if (noun !== undefined)
        return (noun === 'step' ? t.step_failed : t.action_failed)(Number(number) + 1, why);
      const [code = '', ...rest] = reason.split(': ');
      if (!isKey(code) || code === 'shadow' || code === 'test') return reason;
      return rest.length === 0 ? t[code] : `${t[code]} (${rest.join(': ')})`;
    },
  };
}
