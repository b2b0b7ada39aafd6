import { Countdown, Notice, passkeyFault, useTexts } from '@patchbay/console-kit';
import { texts } from '../texts.ts';
import { type Fault, type FaultKind, otherFaults, readFault } from './faults.ts';

/** Words of this page for a kind of fault; others are shown in the platform's words. */
export type Meanings = Partial<Readonly<Record<FaultKind, string>>>;

export interface FaultNoticeProps {
  readonly error: unknown;
  /** When it was caught. */
  readonly atMs: number;
  readonly meanings?: Meanings;
  /** Fields that show their faults themselves. */
  readonly fields?: readonly string[];
  /** Called when the time to wait is over. */
  onOver(): void;
}

/** Says clearly why it failed, and how long to wait where the platform names a time. */
export function FaultNotice({ error, atMs, meanings = {}, fields = [], onOver }: FaultNoticeProps) {
  const t = useTexts(texts);
  const declined = passkeyFault(error);
  if (declined !== null)
    return (
      <Notice kind="warning" isUrgent>
        {declined}
      </Notice>
    );
  const fault = readFault(error, atMs);
  const text = meanings[fault.kind] ?? ownText(fault, t);
  return (
    <Notice kind="bad" isUrgent>
      <p>{text}</p>
      {otherFaults(error, fields).map(({ field, message }) => (
        <p key={`${field} ${message}`}>
          <code>{field}</code> {message}
        </p>
      ))}
      {fault.retry_at === null ? null : (
        <p>
          {t.wait} <Countdown until={fault.retry_at} onEnd={onOver} />
        </p>
      )}
      {fault.kind === 'other' && fault.request_id !== null ? (
        <p className="muted mono">{t.request(fault.request_id)}</p>
      ) : null}
    </Notice>
  );
}

interface Words {
  readonly locked: string;
  readonly limited: string;
  readonly invalid: string;
  readonly away: string;
}

function ownText({ kind, message }: Fault, t: Words): string {
  return kind === 'locked' || kind === 'limited' || kind === 'invalid' || kind === 'away' ? t[kind] : message;
}
