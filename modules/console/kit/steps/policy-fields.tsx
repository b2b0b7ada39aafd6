import { NumberField } from '../controls/number-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { Stack } from '../layout/layout.tsx';
import { useTexts } from '../text/texts.ts';
import type { OnFailure, RetryDraft, StepDraft } from './model/step-draft.ts';
import { texts } from './texts.ts';

const WAYS: readonly OnFailure[] = ['stop', 'continue', 'retry'];

export interface PolicyFieldsProps {
  readonly step: StepDraft;
  onChange(change: Partial<Pick<StepDraft, 'on_failure' | 'retry'>>): void;
}

/** Policy for a step that fails. */
export function PolicyFields({ step, onChange }: PolicyFieldsProps) {
  const t = useTexts(texts);
  const { on_failure, retry } = step;
  const set = (change: Partial<RetryDraft>) => onChange({ retry: { ...retry, ...change } });
  return (
    <Stack gap="small">
      <SelectField
        label={t.on_failure}
        choices={WAYS.map((way) => ({ value: way, label: t[`failure_${way}`] }))}
        value={on_failure}
        onChange={(way) => onChange({ on_failure: WAYS.find((each) => each === way) ?? 'stop' })}
      />
      {on_failure === 'retry' ? (
        <>
          <NumberField
            label={t.attempts}
            hint="2–10"
            value={retry.attempts}
            onChange={(attempts) => set({ attempts })}
          />
          <NumberField
            label={t.delay}
            hint={t.delay_hint}
            value={retry.delay_seconds}
            onChange={(delay_seconds) => set({ delay_seconds })}
          />
          <SelectField
            label={t.otherwise}
            choices={[
              { value: 'stop', label: t.otherwise_stop },
              { value: 'continue', label: t.otherwise_continue },
            ]}
            value={retry.otherwise}
            onChange={(way) => set({ otherwise: way === 'continue' ? 'continue' : 'stop' })}
          />
        </>
      ) : null}
    </Stack>
  );
}
