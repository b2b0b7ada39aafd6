import { Notice } from '../surfaces/notice.tsx';
import { useTexts } from '../text/texts.ts';
import { useRunWords } from './run-words.ts';
import { texts } from './texts.ts';

export interface ExplanationProps {
  readonly ran: boolean;
  readonly reason: string | null;
  readonly detail: string | null;
}

/** Why an event led to a run, or to none. */
export function Explanation({ ran, reason, detail }: ExplanationProps) {
  const t = useTexts(texts);
  const { reason: reasonText } = useRunWords();
  return (
    <Notice kind={ran ? 'good' : 'info'} title={ran ? t.ran : t.did_not_run} isUrgent>
      {reason === null ? null : (
        <p>
          {reasonText(reason)} <code>{reason}</code>
        </p>
      )}
      {detail === null ? null : <p>{detail}</p>}
    </Notice>
  );
}

export interface VerdictProps {
  readonly held: boolean;
  readonly failed: readonly { readonly field: string; readonly operator: string }[];
}

/** Verdict of the conditions on a test. */
export function ConditionsVerdict({ held, failed }: VerdictProps) {
  const t = useTexts(texts);
  const names = failed.map(({ field, operator }) => `${field} ${operator}`).join(', ');
  return <Notice kind={held ? 'good' : 'warning'}>{held ? t.held : t.not_held(names)}</Notice>;
}
