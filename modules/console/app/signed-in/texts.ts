import { defineTexts } from '@patchbay/console-kit';

export const texts = defineTexts({
  en: {
    ended: 'All your sessions have ended, this one included.',
    to_sign_in: 'Go to the sign-in page',
    enrolment: 'Set up a second factor',
    enrolment_hint: (organization: string) =>
      `${organization} demands a second factor. Choose one; then you sign in once more and can go on.`,
    no_method: 'No kind of second factor is available on this platform. Ask an administrator.',
    sign_out: 'Sign out',
  },
  de: {
    ended: 'Alle Ihre Sitzungen sind beendet, auch diese.',
    to_sign_in: 'Zur Anmeldung',
    enrolment: 'Zweiten Faktor einrichten',
    enrolment_hint: (organization: string) =>
      `${organization} verlangt einen zweiten Faktor. Wählen Sie einen; danach melden Sie sich noch einmal an und können weiterarbeiten.`,
    no_method:
      'Auf dieser Plattform steht kein zweiter Faktor zur Verfügung. Wenden Sie sich an die Verwaltung.',
    sign_out: 'Abmelden',
  },
});
