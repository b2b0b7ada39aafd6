import { PageLink } from '../controls/page-link.tsx';
import { Stack } from '../layout/layout.tsx';
import { Notice } from '../surfaces/notice.tsx';
import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { StatusBadge } from '../values/badge.tsx';
import { Json } from '../values/code.tsx';
import { Facts } from '../values/facts.tsx';
import { durationText, sizeText } from '../values/number.tsx';
import type { StepRecordFacts } from './model/step-record-facts.ts';
import { useRunWords } from './run-words.ts';
import { texts } from './texts.ts';

/** Input, output and duration of a step, and the reason why it stopped or was not carried out. */
export function StepRecord({ record }: { readonly record: StepRecordFacts }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const run = useRunWords();
  const { status, input, output, error, duration_ms, change_id, artifact, attempts, reason } = record;
  return (
    <Stack gap="small">
      <Facts
        facts={[
          [w.status, <StatusBadge key="status" status={status} label={run.status(status)} />],
          duration_ms === null ? null : [t.duration, durationText(duration_ms)],
          attempts === undefined ? null : [t.attempts_made, attempts],
          change_id === undefined
            ? null
            : [
                t.staged_change,
                <PageLink key="change" to={`/changes/${change_id}`}>
                  {change_id}
                </PageLink>,
              ],
          artifact === undefined ? null : [t.artifact, `${artifact.media_type}, ${sizeText(artifact.size)}`],
          artifact?.sha256 === undefined ? null : ['SHA-256', <code key="sha256">{artifact.sha256}</code>],
        ]}
      />
      {error === null ? null : (
        <Notice kind="bad" title={`${t.error}: ${error.type}`}>
          <p>{error.message}</p>
        </Notice>
      )}
      {reason === undefined ? null : (
        <Notice title={t.not_carried_out}>
          <p>{run.reason(reason)}</p>
        </Notice>
      )}
      {isShown(input) ? <Titled title={t.input} value={input} /> : null}
      {isShown(output) ? <Titled title={t.output} value={output} /> : null}
    </Stack>
  );
}

const isShown = (value: unknown): boolean => value !== null && value !== undefined;

const Titled = ({ title, value }: { readonly title: string; readonly value: unknown }) => (
  <div>
    <h3>{title}</h3>
    <Json value={value} label={title} />
  </div>
);
