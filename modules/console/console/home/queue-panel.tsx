import { Badge, Countdown, PageLink, Panel, Row, Time, useTexts } from '@patchbay/console-kit';
import type { QueuedRow } from '../queues/merge.ts';
import styles from './home.module.css';
import { texts } from './texts.ts';

export interface QueuePanelProps {
  readonly title: string;
  readonly rows: readonly QueuedRow[];
  /** The tab of the inbox that has all of them. */
  readonly tab: string;
  readonly nothing: string;
}

const MOST = 6;

/** The first rows of a tab of the inbox. */
export function QueuePanel({ title, rows, tab, nothing }: QueuePanelProps) {
  const t = useTexts(texts);
  return (
    <Panel
      title={`${title} (${rows.length})`}
      actions={
        <PageLink to="/inbox" search={{ tab }}>
          {t.all}
        </PageLink>
      }
    >
      {rows.length === 0 ? (
        <p className="muted">{nothing}</p>
      ) : (
        <ul className={styles['rows']}>
          {rows.slice(0, MOST).map(({ key, kind, title: name, href, search, at, until = null, state }) => (
            <li key={key}>
              <PageLink to={href} {...(search === undefined ? {} : { search })}>
                {name}
              </PageLink>
              <Row>
                <Badge kind={state === 'failed' ? 'bad' : until === null ? 'accent' : 'warning'}>
                  {kind}
                </Badge>
                <span className="muted">
                  {until === null ? (
                    <Time at={at} />
                  ) : (
                    <>
                      {t.decides_itself} <Countdown until={until} />
                    </>
                  )}
                </span>
              </Row>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
