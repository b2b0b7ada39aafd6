import { defineTexts } from '@patchbay/console-kit';

export const texts = defineTexts({
  en: {
    policies: 'Approval policies',
    summary:
      'Which changes other people must approve before they are applied. Of several that fit, the strictest counts.',
    new: 'New policy',
    edit: 'Edit policy',
    pattern: 'Features',
    pattern_hint:
      'A pattern over feature keys by whole segments: * is one segment, ** any number. routeros.firewall.*, vmhost.**, **',
    site_hint: 'Empty: every site.',
    risk: 'Risk',
    any_risk: 'Any risk',
    normal: 'Normal',
    catastrophic: 'Catastrophic',
    approvers: 'Approvals needed',
    approvers_hint: '1 to 5 people beside the author.',
    step_up: 'Only from a fresh sign-in',
    step_up_hint: 'Who approves must have signed in within the last ten minutes.',
    all_sites: 'All sites',
    empty: 'No change needs an approval',
    empty_hint:
      'Make a policy to ask for a second person, for the firewall or for everything catastrophic, say.',
    created: 'Policy created; it holds for pending changes at once.',
    saved: 'Policy saved.',
    deleted: 'Policy deleted.',
    delete_question: 'Delete this policy? Pending changes need its approvals no more.',
  },
  de: {
    policies: 'Zustimmungsrichtlinien',
    summary:
      'Welchen Änderungen andere zustimmen müssen, bevor sie angewendet werden. Passen mehrere, gilt die strengste.',
    new: 'Neue Richtlinie',
    edit: 'Richtlinie bearbeiten',
    pattern: 'Funktionen',
    pattern_hint:
      'Ein Muster über die Schlüssel der Funktionen in ganzen Abschnitten: * ist ein Abschnitt, ** beliebig viele. routeros.firewall.*, vmhost.**, **',
    site_hint: 'Leer: alle Standorte.',
    risk: 'Risiko',
    any_risk: 'Jedes Risiko',
    normal: 'Normal',
    catastrophic: 'Folgenschwer',
    approvers: 'Nötige Zustimmungen',
    approvers_hint: '1 bis 5 Personen neben der, die vorgemerkt hat.',
    step_up: 'Nur nach frischer Anmeldung',
    step_up_hint: 'Wer zustimmt, muss sich in den letzten zehn Minuten angemeldet haben.',
    all_sites: 'Alle Standorte',
    empty: 'Keine Änderung braucht eine Zustimmung',
    empty_hint:
      'Legen Sie eine Richtlinie an, um eine zweite Person zu verlangen, etwa für die Firewall oder alles Folgenschwere.',
    created: 'Richtlinie angelegt; sie gilt sofort für vorgemerkte Änderungen.',
    saved: 'Richtlinie gespeichert.',
    deleted: 'Richtlinie gelöscht.',
    delete_question:
      'Diese Richtlinie löschen? Vorgemerkte Änderungen brauchen ihre Zustimmungen dann nicht mehr.',
  },
});
