import { ApiError, Notice, useTexts } from '@patchbay/console-kit';
import type { Change } from '../../what.ts';
import type { Preview } from '../use-change.ts';
import { obstacleText, obstacleTexts } from './obstacles.ts';
import { applyTexts } from './texts.ts';

export interface ApplyFailureProps {
  readonly error: unknown;
  /** As they stand after the failure. */
  readonly change: Change;
  readonly preview: Preview | undefined;
}

/** Why an apply failed, in words, and the next step. The platform's own words stand below, with the request's id. */
export function ApplyFailure({ error, change, preview }: ApplyFailureProps) {
  const t = useTexts(applyTexts);
  const o = useTexts(obstacleTexts);
  const status = error instanceof ApiError ? error.status : 0;
  const steps =
    status === 409 && change.stale
      ? [o['changes.stale']]
      : status === 409 || status === 403
        ? (preview?.obstacles ?? []).map((each) => obstacleText(o, each))
        : [];
  const title = status === 504 ? t.timeout : status === 403 ? t.forbidden : t.failed;
  const hint =
    status === 504
      ? t.timeout_hint
      : status === 502
        ? t.refused_device
        : status === 503
          ? t.busy
          : t.nothing_sent;
  return (
    <Notice kind="bad" title={title} isUrgent>
      <p className="mono">{error instanceof Error ? error.message : String(error)}</p>
      <p>{hint}</p>
      {status === 502 ? <p>{t.refused_device_hint}</p> : null}
      {steps.map((step) => (
        <p key={step}>
          <strong>{t.next}:</strong> {step}
        </p>
      ))}
      {error instanceof ApiError && error.request_id !== null ? (
        <p className="muted mono">{t.request(error.request_id)}</p>
      ) : null}
    </Notice>
  );
}
