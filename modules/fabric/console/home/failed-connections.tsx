import { EmptyState, Loading, PageLink, useRows, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { ConnectionName } from '../runs/dead-letters.tsx';
import { failuresSince, startOfDay } from './failures-today.ts';
import { texts } from './texts.ts';

const NEWEST = { per_page: '100', sort: '-created_at' } as const;
const EVERY_MS = 60_000;
const MOST_SHOWN = 5;

/** Connections with runs that failed today and wait for somebody. */
export default function FailedConnections() {
  const t = useTexts(texts);
  const [since] = useState(() => startOfDay(new Date()));
  const { rows, read } = useRows('/fabric/dead-letters', NEWEST, {}, { everyMs: EVERY_MS });
  if (read.isPending) return <Loading />;
  const failed = failuresSince(rows, since);
  if (failed.length === 0) return <EmptyState title={t.none} />;
  return (
    <ul>
      {failed.slice(0, MOST_SHOWN).map(({ connection_id, runs, newest_id }) => (
        <li key={connection_id}>
          <ConnectionName connection_id={connection_id} /> ·{' '}
          <PageLink to={`/runs/${newest_id}`}>{t.runs(runs)}</PageLink>
        </li>
      ))}
      {failed.length > MOST_SHOWN ? (
        <li>
          <PageLink to="/dead-letters">{t.more(failed.length - MOST_SHOWN)}</PageLink>
        </li>
      ) : null}
    </ul>
  );
}
