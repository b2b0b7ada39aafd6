import { Page, Panel, useParts, useSession, useTexts } from '@patchbay/console-kit';
import { inState, mergeQueues } from '../queues/merge.ts';
import { useQueues } from '../queues/use-queues.tsx';
import { Figures, FirstStep } from './figures.tsx';
import styles from './home.module.css';
import { QueuePanel } from './queue-panel.tsx';
import { texts } from './texts.ts';

const NONE: ReadonlySet<string> = new Set();

/** The estate at a glance: figures, what waits, what fails, and what modules add. */
export default function HomePage() {
  const t = useTexts(texts);
  const { me } = useSession();
  const queues = useQueues();
  const parts = useParts('home.panel');
  const rows = mergeQueues(queues.reports, NONE);
  return (
    <Page title={t.home} summary={t.greeting(me.organization.name)}>
      <Figures />
      <FirstStep />
      {queues.parts}
      <div className={styles['panels']}>
        {queues.amount === 0 ? null : (
          <>
            <QueuePanel
              title={t.waiting}
              rows={inState(rows, 'waiting')}
              tab="waiting"
              nothing={t.nothing_waits}
            />
            <QueuePanel
              title={t.failing}
              rows={inState(rows, 'failed')}
              tab="failed"
              nothing={t.nothing_fails}
            />
          </>
        )}
        {parts.map(({ id, title, Component }) => (
          <Panel key={id} title={title}>
            <Component />
          </Panel>
        ))}
      </div>
    </Page>
  );
}
