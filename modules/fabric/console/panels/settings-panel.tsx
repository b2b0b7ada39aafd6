import { Checkbox, NumberField, SelectField, Stack, useTexts } from '@patchbay/console-kit';
import { type Finding, FindingList, findingsAt } from '@patchbay/console-kit/steps';
import { type ConnectionDraft, MODES } from '../draft/connection-draft.ts';
import { texts } from '../editor/texts.ts';

export interface SettingsPanelProps {
  readonly draft: ConnectionDraft;
  onChange(change: Partial<ConnectionDraft>): void;
  readonly findings: readonly Finding[];
}

/** How it runs. */
export function SettingsPanel({ draft, onChange, findings }: SettingsPanelProps) {
  const t = useTexts(texts);
  return (
    <Stack>
      <FindingList findings={findingsAt(findings, 'settings')} />
      <SelectField
        label={t.mode}
        choices={MODES.map((mode) => ({ value: mode, label: t[`mode_${mode}`] }))}
        value={draft.mode}
        onChange={(mode) => onChange({ mode: MODES.find((each) => each === mode) ?? 'parallel' })}
      />
      <NumberField
        label={t.max_parallel}
        hint={t.max_parallel_hint}
        value={draft.max_parallel}
        onChange={(max_parallel) => onChange({ max_parallel })}
      />
      <NumberField
        label={t.cooldown}
        hint={t.cooldown_hint}
        value={draft.cooldown_seconds}
        onChange={(cooldown_seconds) => onChange({ cooldown_seconds })}
      />
      <NumberField
        label={t.max_runs}
        hint={t.max_runs_hint}
        value={draft.max_runs_per_minute}
        onChange={(max_runs_per_minute) => onChange({ max_runs_per_minute })}
      />
      <Checkbox isSelected={draft.is_enabled} onChange={(is_enabled) => onChange({ is_enabled })}>
        {t.enabled}
      </Checkbox>
      <Checkbox isSelected={draft.shadow} onChange={(shadow) => onChange({ shadow })}>
        {t.shadow}
      </Checkbox>
    </Stack>
  );
}
