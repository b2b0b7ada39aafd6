import { defineTexts } from '@patchbay/console-kit';

export const texts = defineTexts({
  en: {
    roles: 'Roles',
    summary: 'Roles that the organization has written down.',
    fixed_hint:
      'The platform decides by its seven fixed roles and their permissions. Stored roles describe; they grant nothing.',
    new: 'New role',
    edit: 'Edit role',
    created: (name: string) => `Role ${name} created.`,
    saved: 'Role saved.',
    deleted: 'Role deleted.',
    delete_question: (name: string) => `Delete role ${name}?`,
    permissions: 'Permissions',
    no_permissions: 'It names no permission.',
    empty: 'No role is stored',
    empty_hint: 'Store one to describe what a group of people needs.',
  },
  de: {
    roles: 'Rollen',
    summary: 'Rollen, die die Organisation aufgeschrieben hat.',
    fixed_hint:
      'Die Plattform entscheidet nach ihren sieben festen Rollen und deren Berechtigungen. Gespeicherte Rollen beschreiben nur; sie gewähren nichts.',
    new: 'Neue Rolle',
    edit: 'Rolle bearbeiten',
    created: (name: string) => `Rolle ${name} angelegt.`,
    saved: 'Rolle gespeichert.',
    deleted: 'Rolle gelöscht.',
    delete_question: (name: string) => `Rolle ${name} löschen?`,
    permissions: 'Berechtigungen',
    no_permissions: 'Sie nennt keine Berechtigung.',
    empty: 'Es ist keine Rolle gespeichert',
    empty_hint: 'Speichern Sie eine, um zu beschreiben, was eine Gruppe von Personen braucht.',
  },
});
