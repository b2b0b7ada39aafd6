import { EmptyState, Loading, PageLink, useRows, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { RuleName } from '../executions/executions-list.tsx';
import { byRule, startOfDay } from './failures-today.ts';
import { texts } from './texts.ts';

const EVERY_MS = 60_000;
const MOST_SHOWN = 5;

/** Rules with executions that failed today. */
export default function FailedRules() {
  const t = useTexts(texts);
  const [since] = useState(() => startOfDay(new Date()).toISOString());
  const query = { status: 'failed', since, per_page: '100', sort: '-created_at' };
  const { rows, read } = useRows(
    '/automation/executions',
    query,
    {},
    {
      live: ['automation.execution.failed'],
      everyMs: EVERY_MS,
    },
  );
  if (read.isPending) return <Loading />;
  const failed = byRule(rows);
  if (failed.length === 0) return <EmptyState title={t.none} />;
  return (
    <ul>
      {failed.slice(0, MOST_SHOWN).map(({ rule_id, executions, newest_id }) => (
        <li key={rule_id}>
          <RuleName rule_id={rule_id} /> ·{' '}
          <PageLink to={`/executions/${newest_id}`}>{t.executions(executions)}</PageLink>
        </li>
      ))}
      {failed.length > MOST_SHOWN ? (
        <li>
          <PageLink
            to="/rules"
            search={{ tab: 'executions', execution_status: 'failed', execution_since: since }}
          >
            {t.more(failed.length - MOST_SHOWN)}
          </PageLink>
        </li>
      ) : null}
    </ul>
  );
}
