import { Page, Tabs, useTexts } from '@patchbay/console-kit';
import { DeadLetters } from '../executions/dead-letters.tsx';
import { ExecutionsList } from '../executions/executions-list.tsx';
import { NewRule, RulesList } from './rules-list.tsx';
import { texts } from './texts.ts';

export default function RulesPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.rules} summary={t.summary} actions={<NewRule />}>
      <Tabs
        label={t.rules}
        tabs={[
          { id: 'rules', title: t.rules, content: () => <RulesList /> },
          { id: 'executions', title: t.executions, content: () => <ExecutionsList /> },
          { id: 'dead', title: t.dead_letters, content: () => <DeadLetters /> },
        ]}
      />
    </Page>
  );
}
