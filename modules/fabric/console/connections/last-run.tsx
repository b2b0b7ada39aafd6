import { PageLink, Row, StatusBadge, Time, useRows, useTexts } from '@patchbay/console-kit';
import { useRunWords } from '@patchbay/console-kit/steps';
import { texts } from './texts.ts';

const NEWEST = { per_page: '1' } as const;
const EVERY_MS = 30_000;

/** The newest run of a Connection; the list does not bring it. */
export function LastRun({ connection_id }: { readonly connection_id: string }) {
  const t = useTexts(texts);
  const words = useRunWords();
  const { rows, read } = useRows(
    '/fabric/connections/{connection_id}/runs',
    NEWEST,
    { connection_id },
    { everyMs: EVERY_MS },
  );
  const [run] = rows;
  if (run === undefined) return <span className="muted">{read.isSuccess ? t.never : '…'}</span>;
  return (
    <Row>
      <StatusBadge status={run.status} label={words.status(run.status)} />
      <PageLink to={`/runs/${run.id}`}>
        <Time at={run.created_at} />
      </PageLink>
    </Row>
  );
}
