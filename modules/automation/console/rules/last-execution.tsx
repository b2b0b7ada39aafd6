import { PageLink, Row, StatusBadge, Time, useRows, useTexts } from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import { texts } from './texts.ts';

const EVERY_MS = 30_000;

/** The newest execution of a rule; the list does not bring it. */
export function LastExecution({ rule_id }: { readonly rule_id: string }) {
  const t = useTexts(texts);
  const words = useRunWords();
  const { rows, read } = useRows(
    '/automation/executions',
    { rule_id, per_page: '1' },
    {},
    { everyMs: EVERY_MS },
  );
  const [execution] = rows;
  if (execution === undefined) return <span className="muted">{read.isSuccess ? t.never : '…'}</span>;
  return (
    <Row>
      <StatusBadge status={execution.status} label={words.status(execution.status)} />
      <PageLink to={`/executions/${execution.id}`}>
        <Time at={execution.created_at} />
      </PageLink>
    </Row>
  );
}
