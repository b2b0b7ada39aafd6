import { count, defineTexts } from '@patchbay/console-kit';

export const texts = defineTexts({
  en: {
    none: 'No rule failed today',
    executions: (n: number) => count(n, 'failed execution', 'failed executions'),
    more: (n: number) => count(n, 'more rule', 'more rules'),
  },
  de: {
    none: 'Heute ist keine Regel fehlgeschlagen',
    executions: (n: number) => count(n, 'fehlgeschlagene Ausführung', 'fehlgeschlagene Ausführungen'),
    more: (n: number) => count(n, 'weitere Regel', 'weitere Regeln'),
  },
});
