import { defineTexts } from '@patchbay/console-kit';

export const texts = defineTexts({
  en: {
    passkeys: 'Passkeys',
    summary:
      'A passkey is kept by this device, a phone or a security key. It signs you in alone, or stands as second factor behind the password.',
    add: 'Add a passkey',
    name_hint: 'Tells your passkeys apart: “Work laptop”.',
    adding_hint:
      'Then your browser asks where to keep it. Adding it ends all your sessions, this one included.',
    added: (name: string) => `The passkey ${name} is added`,
    unsupported: 'This browser knows no passkeys.',
    empty: 'You have no passkey',
    empty_hint: 'Nothing to remember, nothing to type, and nothing that a forged page could take.',
    last_used: 'Last used',
    kept: 'Kept',
    backed_up: 'On several devices',
    this_device: 'On one device',
    rename: 'Rename',
    rename_title: 'Rename the passkey',
    renamed: 'Passkey renamed.',
    remove_question: (name: string) => `Remove ${name}?`,
    remove_hint:
      'It ends all your sessions, this one included. The device still offers it until you delete it there.',
    removed: 'The passkey is removed',
  },
  de: {
    passkeys: 'Passkeys',
    summary:
      'Ein Passkey liegt auf diesem Gerät, einem Telefon oder einem Sicherheitsschlüssel. Er meldet Sie allein an oder dient als zweiter Faktor nach dem Passwort.',
    add: 'Passkey hinzufügen',
    name_hint: 'Unterscheidet Ihre Passkeys: „Dienst-Laptop“.',
    adding_hint:
      'Danach fragt Ihr Browser, wo er liegen soll. Das Hinzufügen beendet alle Ihre Sitzungen, auch diese.',
    added: (name: string) => `Der Passkey ${name} ist hinzugefügt`,
    unsupported: 'Dieser Browser kennt keine Passkeys.',
    empty: 'Sie haben keinen Passkey',
    empty_hint: 'Nichts zu merken, nichts zu tippen, und nichts, was eine gefälschte Seite stehlen könnte.',
    last_used: 'Zuletzt benutzt',
    kept: 'Liegt',
    backed_up: 'Auf mehreren Geräten',
    this_device: 'Auf einem Gerät',
    rename: 'Umbenennen',
    rename_title: 'Passkey umbenennen',
    renamed: 'Passkey umbenannt.',
    remove_question: (name: string) => `${name} entfernen?`,
    remove_hint:
      'Das beendet alle Ihre Sitzungen, auch diese. Das Gerät bietet ihn weiter an, bis Sie ihn dort löschen.',
    removed: 'Der Passkey ist entfernt',
  },
});
