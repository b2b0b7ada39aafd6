import { defineTexts } from '@patchbay/console-kit';

export const texts = defineTexts({
  en: {
    changes: 'Changes',
    summary: 'Writes to live gear: staged, reviewed, then applied.',
    change: 'Change',
    feature: 'Feature',
    feature_filter: 'Feature key',
    approvals: 'Approvals',
    staged_by: 'Staged by',
    staged: 'Staged',
    updated: 'Updated',
    empty: 'No change is here',
    empty_hint:
      'A change is staged from the objects of a controller, by a Connection, or through the API. Nothing reaches a device before it is applied.',
    discard: 'Discard',
    discard_question: (amount: number) =>
      amount === 1 ? 'Discard this change?' : `Discard these ${amount} changes?`,
    discarded: (amount: number) => (amount === 1 ? 'Change discarded.' : `${amount} changes discarded.`),
    none_pending: 'Only pending changes can be discarded or put into a set.',
    new_set: 'Put into a change set',
  },
  de: {
    changes: 'Änderungen',
    summary: 'Schreibvorgänge auf laufenden Geräten: vorgemerkt, geprüft, dann angewendet.',
    change: 'Änderung',
    feature: 'Funktion',
    feature_filter: 'Schlüssel der Funktion',
    approvals: 'Zustimmungen',
    staged_by: 'Vorgemerkt von',
    staged: 'Vorgemerkt',
    updated: 'Geändert',
    empty: 'Hier ist keine Änderung',
    empty_hint:
      'Änderungen werden an den Objekten eines Controllers, durch eine Verknüpfung oder über die API vorgemerkt. Vor dem Anwenden erreicht nichts ein Gerät.',
    discard: 'Verwerfen',
    discard_question: (amount: number) =>
      amount === 1 ? 'Diese Änderung verwerfen?' : `Diese ${amount} Änderungen verwerfen?`,
    discarded: (amount: number) => (amount === 1 ? 'Änderung verworfen.' : `${amount} Änderungen verworfen.`),
    none_pending: 'Nur vorgemerkte Änderungen lassen sich verwerfen oder in ein Änderungspaket legen.',
    new_set: 'In ein Änderungspaket legen',
  },
});
