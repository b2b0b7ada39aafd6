import { ErrorNotice, Notice, PageLink, useTexts } from '@patchbay/console-kit';
import { type Change, isUnderWay } from '../what.ts';
import { type Comparison, compareFields, isAsStaged } from './compare/compare.ts';
import { texts } from './texts.ts';
import type { Preview } from './use-change.ts';

export interface NoticesProps {
  readonly change: Change;
  readonly preview: Preview | undefined;
  readonly comparison: Comparison;
  readonly liveError: unknown;
}

/** Everything a reviewer must know before anything else, the gravest first. */
export function Notices({ change, preview, comparison, liveError }: NoticesProps) {
  const t = useTexts(texts);
  if (change.status !== 'pending') return <Links change={change} />;
  if (isUnderWay(change)) return <LastOutcome change={change} comparison={comparison} />;
  return (
    <>
      <LastOutcome change={change} comparison={comparison} />
      {change.stale ? (
        <Notice kind="warning" title={t.stale} isUrgent>
          <p>{comparison.now === null ? t.gone : t.stale_hint((preview?.moved ?? []).join(', '))}</p>
        </Notice>
      ) : null}
      <PathWarning change={change} />
      {change.risk === 'catastrophic' ? (
        <Notice kind="bad" title={t.catastrophic}>
          <p>{preview?.needs.because.length ? t.because(preview.needs.because.join(', ')) : t.risk_hint}</p>
        </Notice>
      ) : null}
      {liveError ? (
        <Notice kind="warning" title={t.away}>
          <p>{t.only_stored}</p>
          <ErrorNotice error={liveError} />
        </Notice>
      ) : null}
      <Links change={change} />
    </>
  );
}

function PathWarning({ change: { warnings, confirm } }: { readonly change: Change }) {
  const t = useTexts(texts);
  if (warnings.length === 0) return null;
  return (
    <Notice kind="warning" title={t.path_warning}>
      {warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      <p>{confirm === null ? t.path_no_way : t.path_hint}</p>
    </Notice>
  );
}

function LastOutcome({ change, comparison }: { readonly change: Change; readonly comparison: Comparison }) {
  const t = useTexts(texts);
  const { last_outcome, last_error } = change;
  const said = last_error === null ? null : <p className="mono">{last_error}</p>;
  if (last_outcome === 'running')
    return (
      <Notice title={t.running} isUrgent>
        <p>{t.running_hint}</p>
      </Notice>
    );
  if (last_outcome === 'failed' || last_outcome === 'reverted')
    return (
      <Notice kind="bad" title={t[last_outcome]}>
        {said}
        <p>{last_outcome === 'failed' ? t.failed_hint : t.reverted_hint}</p>
      </Notice>
    );
  if (last_outcome !== 'unknown') return null;
  const isDone = isAsStaged(compareFields(comparison), comparison);
  return (
    <Notice kind="bad" title={t.unknown} isUrgent>
      {said}
      <p>{t.unknown_hint}</p>
      {isDone === undefined ? null : (
        <p>
          <strong>{isDone ? t.unknown_done : t.unknown_not}</strong>
        </p>
      )}
    </Notice>
  );
}

/** Other changes that belong to it. */
function Links({ change: { conflicts, reverts } }: { readonly change: Change }) {
  const t = useTexts(texts);
  return (
    <>
      {conflicts.length === 0 ? null : (
        <Notice kind="warning" title={t.conflicts}>
          <ul>
            {conflicts.map((id) => (
              <li key={id}>
                <PageLink to={`/changes/${id}`}>
                  {t.other_change} <code>{id.slice(0, 8)}</code>
                </PageLink>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {reverts === null ? null : (
        <Notice title={t.undoes}>
          <p>
            <PageLink to={`/changes/${reverts}`}>{t.undone}</PageLink>
          </p>
        </Notice>
      )}
    </>
  );
}
