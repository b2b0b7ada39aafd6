import {
  ConfirmDialog,
  EmptyState,
  type InboxAction,
  type InboxState,
  Stack,
  tellDone,
  tellFailed,
  useGo,
  useTexts,
} from '@patchbay/console-kit';
import { useEffect, useRef, useState } from 'react';
import { commandOf, type InboxCommand, type QueuedRow, stepped } from '../queues/merge.ts';
import styles from './inbox.module.css';
import { InboxItem } from './inbox-item.tsx';
import { texts } from './texts.ts';

export interface InboxListProps {
  readonly state: InboxState;
  readonly label: string;
  readonly rows: readonly QueuedRow[];
  /** Takes a row out until its queue is read anew; `false` brings it back. */
  decide(key: string, isDecided: boolean): void;
  help(): void;
}

interface Asked {
  readonly row: QueuedRow;
  readonly action: InboxAction;
}

/** Rows of one tab: by mouse, or `j k o a d ?`. */
export function InboxList({ state, label, rows, decide, help }: InboxListProps) {
  const t = useTexts(texts);
  const go = useGo();
  const [at, setAt] = useState(0);
  const [isByKey, setByKey] = useState(false);
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [asked, ask] = useState<Asked | null>(null);
  const chosen = stepped(at, 0, rows.length);

  const run = async ({ row, action }: Asked) => {
    ask(null);
    setBusy((former) => new Set([...former, row.key]));
    try {
      const undo = await action.run();
      decide(row.key, true);
      tellDone(
        action.done,
        undo === undefined ? null : { label: undo.label, run: () => void takeBack(row, undo.run) },
      );
    } catch (error) {
      tellFailed(error);
    } finally {
      setBusy((former) => new Set([...former].filter((key) => key !== row.key)));
    }
  };
  const takeBack = async (row: QueuedRow, undo: () => Promise<unknown>) => {
    try {
      await undo();
      decide(row.key, false);
    } catch (error) {
      tellFailed(error);
    }
  };
  const act = (row: QueuedRow, key: InboxAction['key']) => {
    const action = row.actions.find((each) => each.key === key);
    if (action === undefined) tellFailed(t.no_action);
    else if (action.confirm === undefined) void run({ row, action });
    else ask({ row, action });
  };
  const obey = (command: InboxCommand) => {
    const row = rows[chosen];
    if (command === 'help') help();
    else if (command === 'next' || command === 'former') {
      setByKey(true);
      // The first press shows where it stands.
      setAt(isByKey ? stepped(chosen, command === 'next' ? 1 : -1, rows.length) : chosen);
    } else if (row === undefined) return;
    else if (command === 'open') go(row.href, row.search);
    else act(row, command);
  };
  useKeys(obey);
  if (rows.length === 0) return <EmptyState title={t[`empty_${state}`]}>{t.empty_hint}</EmptyState>;
  return (
    <Stack gap="small">
      <ul className={styles['list']} aria-label={label}>
        {rows.map((row, place) => (
          <InboxItem
            key={row.key}
            row={row}
            isChosen={place === chosen}
            takesFocus={isByKey && place === chosen}
            isBusy={busy.has(row.key)}
            choose={() => setAt(place)}
            act={(key) => act(row, key)}
          />
        ))}
      </ul>
      <ConfirmDialog
        title={asked?.action.confirm ?? ''}
        action={asked?.action.label ?? ''}
        isDangerous={asked?.action.isDangerous ?? false}
        isOpen={asked !== null}
        onConfirm={() => {
          if (asked !== null) void run(asked);
        }}
        onClose={() => ask(null)}
      >
        <p>{asked?.row.title}</p>
      </ConfirmDialog>
    </Stack>
  );
}

/** Keys of the page, except while something is typed or a dialog is open. */
function useKeys(obey: (command: InboxCommand) => void): void {
  const latest = useRef(obey);
  latest.current = obey;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const command = commandOf(event);
      const isElsewhere =
        event.target instanceof Element &&
        event.target.closest(
          'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu]',
        ) !== null;
      if (command === undefined || isElsewhere || event.defaultPrevented) return;
      event.preventDefault();
      latest.current(command);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
