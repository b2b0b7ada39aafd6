import { Badge, StatusBadge, useTexts } from '@patchbay/console-kit';
import { type Change, isUnderWay } from './what.ts';
import { changeWords } from './words.ts';

/** State of a change in words: its status, and how its last attempt ended where that says more. */
export function ChangeBadges({ change }: { readonly change: Change }) {
  const t = useTexts(changeWords);
  const { status, last_outcome, risk, stale } = change;
  const isTold = status === 'pending' && last_outcome !== null && last_outcome !== 'succeeded';
  return (
    <>
      {isTold ? (
        <StatusBadge status={last_outcome} label={t[last_outcome]} />
      ) : (
        <StatusBadge status={status} label={t[status]} />
      )}
      {risk === 'catastrophic' ? <Badge kind="bad">{t.catastrophic}</Badge> : null}
      {stale && status === 'pending' && !isUnderWay(change) ? <Badge kind="warning">{t.stale}</Badge> : null}
    </>
  );
}
