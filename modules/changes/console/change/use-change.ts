import { type ReplyOf, refresh, useEvents, useRead } from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { isUnderWay } from '../what.ts';

export type Preview = ReplyOf<'GET', '/changes/{id}/preview'>;

/** A change under way is looked at often: its outcome is awaited on the screen. */
const UNDER_WAY_MS = 1_500;
/** Votes and comments of others come without an event. */
const IDLE_MS = 12_000;
const EVENTS = ['controller.change.**'];

/**
 * Reads a change, what stands against it (`standing`, which contacts no device), and its device as it is now (`live`):
 * at opening, on demand, and after each event. The look at the device is told to the platform by `refresh`, which
 * keeps the diff that the viewer was shown: approvals are bound to it.
 */
export function useChange(id: string) {
  const [everyMs, setEveryMs] = useState(IDLE_MS);
  const change = useRead('/changes/{id}', { path: { id } }, { everyMs });
  const isPending = change.data?.status === 'pending';
  const isBusy = change.data !== undefined && isUnderWay(change.data);
  const standing = useRead(
    '/changes/{id}/preview',
    { path: { id } },
    { keepsFormer: true, ...(isPending ? { everyMs } : {}) },
  );
  const isLooking = { enabled: isPending && !isBusy, keepsFormer: true };
  const shown = useRead('/changes/{id}', { path: { id }, query: { refresh: true } }, isLooking);
  const live = useRead('/changes/{id}/preview', { path: { id }, query: { live: true } }, isLooking);
  useEffect(() => setEveryMs(isBusy ? UNDER_WAY_MS : IDLE_MS), [isBusy]);
  const { dataUpdatedAt: shownAtMs, refetch: showAgain } = shown;
  const { refetch } = change;
  useEffect(() => {
    if (shownAtMs > 0) void refetch();
  }, [shownAtMs, refetch]);
  useEvents(EVENTS, {
    onEvent: ({ payload }) => {
      if (payload['change_id'] === id) refresh('/changes/{id}');
    },
    onLost: () => refresh('/changes/{id}'),
  });
  const readAgain = () => {
    void showAgain();
    void live.refetch();
  };
  return { change, standing, live, readAgain };
}
