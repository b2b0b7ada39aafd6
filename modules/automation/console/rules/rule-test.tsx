import { Panel, useTexts } from '@patchbay/console-kit';
import type { Rule } from '../editor/rule-draft.ts';
import { TestPanel } from '../executions/test-panel.tsx';
import { texts } from './texts.ts';

/** Carries the rule out once. */
export function RuleTest({ rule }: { readonly rule: Rule }) {
  const t = useTexts(texts);
  return (
    <Panel title={t.test}>
      <TestPanel rule={rule} />
    </Panel>
  );
}
