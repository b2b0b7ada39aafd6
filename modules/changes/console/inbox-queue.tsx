import {
  call,
  type InboxAction,
  type InboxQueueProps,
  type InboxRow,
  refresh,
  useControllerNames,
  useInboxReport,
  useRead,
  useRows,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import { useCallback, useEffect, useState } from 'react';
import { diffText, type Reason, reasonOf, WRITE_PERMISSIONS } from './inbox/queued.ts';
import { texts } from './inbox/texts.ts';
import { type Change, featureWords, objectOf } from './what.ts';
import { changeWords } from './words.ts';

const MOST = 100;
/** Votes of others come without an event. */
const EVERY_MS = 15_000;

export default function ChangesQueue({ report }: InboxQueueProps) {
  const t = useTexts(texts);
  const { me, may } = useSession();
  const [untils, setUntils] = useState<Readonly<Record<string, string>>>({});
  const { rows, total, read } = useRows(
    '/changes',
    { status: 'pending', per_page: String(MOST), sort: '-updated_at' },
    {},
    { live: ['controller.change.**'], everyMs: EVERY_MS },
  );
  const rowOf = useRowOf();
  const isWriter = WRITE_PERMISSIONS.some(may);
  const waiting = isWriter ? rows.flatMap((change) => reasonsOf(change, me.id)) : [];
  const sets = useRows(
    '/change-sets',
    { status: 'paused', per_page: String(MOST) },
    {},
    { live: ['controller.change_set.*'] },
  );
  const paused = sets.rows.map(
    ({ id, name, updated_at, done, total }): InboxRow => ({
      id: `set ${id}`,
      state: 'waiting',
      kind: t.paused,
      title: name,
      detail: t.canaries(done, total),
      at: updated_at,
      href: `/change-sets/${id}`,
      actions: [],
    }),
  );
  useInboxReport(
    { report },
    {
      rows: [
        ...waiting.map(([change, reason]) => rowOf(change, reason, untils[change.id] ?? null)),
        ...(isWriter ? paused : []),
      ],
      isLoading: read.isPending,
      error: read.error,
      more: { amount: Math.max(0, total - rows.length), href: '/changes' },
    },
  );
  const learn = useCallback(
    (id: string, until: string) => setUntils((former) => ({ ...former, [id]: until })),
    [],
  );
  return waiting.map(([change, reason]) =>
    reason === 'unconfirmed' ? (
      <Until key={`${change.id} ${change.updated_at}`} id={change.id} learn={learn} />
    ) : null,
  );
}

function reasonsOf(change: Change, viewer_id: string): readonly (readonly [Change, Reason])[] {
  const reason = reasonOf(change, viewer_id);
  return reason === null ? [] : [[change, reason]];
}

interface UntilProps {
  readonly id: string;
  learn(id: string, until: string): void;
}

/** Finds the end of a countdown, which stands with the attempt. */
function Until({ id, learn }: UntilProps) {
  const read = useRead('/changes/{id}/attempts', { path: { id } });
  const until =
    read.data?.items.find(({ outcome }) => outcome === 'awaiting_confirmation')?.confirm_until ?? null;
  useEffect(() => {
    if (until !== null) learn(id, until);
  }, [id, until, learn]);
  return null;
}

type RowMaker = (change: Change, reason: Reason, until: string | null) => InboxRow;

function useRowOf(): RowMaker {
  const t = useTexts(texts);
  const c = useTexts(changeWords);
  const controllerOf = useControllerNames();
  const actionsOf = useActionsOf();
  return (change, reason, until) => {
    const { operation, feature } = change;
    const title = c.title({ operation, what: featureWords(feature), name: objectOf(change) });
    const controller = controllerOf(change.controller_id);
    const isFault = reason === 'failed' || reason === 'unknown' || reason === 'reverted';
    const told = [
      isFault ? change.last_error : diffText(change),
      change.stale && reason !== 'unconfirmed' ? t.stale : null,
    ];
    return {
      id: change.id,
      state: isFault ? 'failed' : 'waiting',
      kind: t[reason],
      title: controller === undefined ? title : c.on(title, controller),
      detail: [...told, ...change.warnings].filter((each) => each).join(' · ') || null,
      site_id: change.site_id,
      at: change.updated_at,
      until: reason === 'unconfirmed' ? until : null,
      href: `/changes/${change.id}`,
      actions: actionsOf(change, reason),
    };
  };
}

const done = async (): Promise<undefined> => {
  refresh('/changes');
  return undefined;
};

function useActionsOf(): (change: Change, reason: Reason) => readonly InboxAction[] {
  const t = useTexts(texts);
  const vote = (id: string, decision: 'approve' | 'reject') => async () => {
    await call('POST', '/changes/{id}/approvals', { path: { id }, body: { decision } });
    await done();
    return {
      label: t.withdraw,
      run: () => call('DELETE', '/changes/{id}/approvals', { path: { id } }).then(done),
    };
  };
  return ({ id, last_outcome }, reason) => {
    const isUnknown = last_outcome === 'unknown';
    if (reason === 'unconfirmed')
      return [
        {
          key: 'approve',
          label: t.confirm,
          done: t.confirmed,
          run: () => call('POST', '/changes/{id}/confirm', { path: { id } }).then(done),
        },
      ];
    if (reason === 'approval')
      return [
        { key: 'approve', label: t.approve, done: t.approved, run: vote(id, 'approve') },
        { key: 'dismiss', label: t.reject, done: t.rejected, run: vote(id, 'reject') },
      ];
    return [
      {
        key: 'dismiss',
        label: t.discard,
        done: t.discarded,
        confirm: isUnknown ? t.discard_unknown : t.discard_question,
        run: () =>
          call('POST', '/gateway-vpn/changes/{change_id}/discard', {
            path: { change_id: id },
            ...(isUnknown ? { query: { force: true } } : {}),
          }).then(done),
      },
    ];
  };
}
