import {
  Button,
  Dialog,
  EmptyState,
  ErrorNotice,
  INBOX_STATES,
  Loading,
  Notice,
  Page,
  PageLink,
  Tabs,
  useTexts,
} from '@patchbay/console-kit';
import { Fragment, useEffect, useState } from 'react';
import { inState, mergeQueues } from '../queues/merge.ts';
import { type Queues, useQueues } from '../queues/use-queues.tsx';
import styles from './inbox.module.css';
import { InboxList } from './inbox-list.tsx';
import { texts } from './texts.ts';

/** Rows that were decided reappear if their queue still has them after this: the action did not end them. */
const HIDDEN_MS = 8_000;

export default function InboxPage() {
  const t = useTexts(texts);
  const queues = useQueues();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [isHelpOpen, showHelp] = useState(false);
  const rows = mergeQueues(queues.reports, decided);
  const decide = (key: string, isDecided: boolean) =>
    setDecided(
      (former) => new Set([...[...former].filter((each) => each !== key), ...(isDecided ? [key] : [])]),
    );
  useEffect(() => {
    if (decided.size === 0) return;
    const timer = window.setTimeout(() => setDecided(new Set()), HIDDEN_MS);
    return () => window.clearTimeout(timer);
  }, [decided]);
  return (
    <Page
      title={t.inbox}
      summary={t.summary}
      actions={
        <Button variant="quiet" onPress={() => showHelp(true)}>
          {t.keys} <kbd className="muted">?</kbd>
        </Button>
      }
    >
      {queues.parts}
      <Faults {...queues} />
      {queues.amount === 0 ? (
        <EmptyState title={t.no_queues}>{t.no_queues_hint}</EmptyState>
      ) : (
        <Tabs
          label={t.inbox}
          tabs={INBOX_STATES.map((state) => ({
            id: state,
            title: t.tab(t[state], inState(rows, state).length),
            content: () =>
              rows.length === 0 && isLoading(queues) ? (
                <Loading />
              ) : (
                <InboxList
                  state={state}
                  label={t[state]}
                  rows={inState(rows, state)}
                  decide={decide}
                  help={() => showHelp(true)}
                />
              ),
          }))}
        />
      )}
      <Help isOpen={isHelpOpen} close={() => showHelp(false)} />
    </Page>
  );
}

const isLoading = ({ reports, amount }: Queues): boolean => {
  const all = Object.values(reports);
  return all.length < amount || all.some((report) => report.isLoading);
};

/** Queues that could not be read, and rows that are on other pages only. */
function Faults({ reports, titles }: Queues) {
  const t = useTexts(texts);
  return (
    <>
      {Object.entries(reports).map(([id, { error, more }]) => (
        <Fragment key={id}>
          {error ? (
            <Notice kind="warning" title={t.queue_failed(titles[id] ?? id)}>
              <ErrorNotice error={error} />
            </Notice>
          ) : null}
          {more !== undefined && more.amount > 0 ? (
            <PageLink to={more.href}>{t.more(more.amount, titles[id] ?? id)}</PageLink>
          ) : null}
        </Fragment>
      ))}
    </>
  );
}

function Help({ isOpen, close }: { readonly isOpen: boolean; close(): void }) {
  const t = useTexts(texts);
  const keys = [
    ['j', t.key_next],
    ['k', t.key_former],
    ['o', t.key_open],
    ['a', t.key_approve],
    ['d', t.key_dismiss],
    ['?', t.key_help],
  ] as const;
  return (
    <Dialog title={t.keys_title} isOpen={isOpen} onClose={close}>
      <dl className={`facts ${styles['keys']}`}>
        {keys.map(([key, does]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
