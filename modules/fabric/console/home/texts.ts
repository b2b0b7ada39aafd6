import { count, defineTexts } from '@patchbay/console-kit';

export const texts = defineTexts({
  en: {
    none: 'No Connection failed today',
    runs: (n: number) => count(n, 'failed run', 'failed runs'),
    more: (n: number) => count(n, 'more Connection', 'more Connections'),
  },
  de: {
    none: 'Heute ist keine Verknüpfung fehlgeschlagen',
    runs: (n: number) => count(n, 'fehlgeschlagener Lauf', 'fehlgeschlagene Läufe'),
    more: (n: number) => count(n, 'weitere Verknüpfung', 'weitere Verknüpfungen'),
  },
});
