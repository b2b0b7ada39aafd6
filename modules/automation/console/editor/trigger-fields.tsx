import { RadioField, Stack, SuggestionField, TextField, Time, useTexts } from '@patchbay/console-kit';
import {
  type CatalogEvent,
  EventPatternField,
  type Finding,
  FindingList,
  findingsAt,
} from '@patchbay/console-kit/steps';
import type { RuleDraft } from './rule-draft.ts';
import { texts } from './texts.ts';

export interface TriggerFieldsProps {
  readonly draft: RuleDraft;
  set(change: Partial<RuleDraft>): void;
  readonly events: readonly CatalogEvent[];
  readonly findings: readonly Finding[];
  /** Of the stored rule; null while it waits for no tick. */
  readonly next_fire_at: string | null;
}

const zones = (): readonly { readonly value: string }[] =>
  ['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value }));

/** Trigger of a rule: an event, or times. */
export function TriggerFields({ draft, set, events, findings, next_fire_at }: TriggerFieldsProps) {
  const t = useTexts(texts);
  const faults = findingsAt(findings, 'event');
  const faultOf = (key: string) => faults.find(({ field }) => field === `trigger_config.${key}`)?.message;
  return (
    <Stack>
      <RadioField
        label={t.trigger_type}
        choices={[
          { value: 'event', label: t.on_event },
          { value: 'schedule', label: t.on_schedule },
        ]}
        value={draft.trigger_type}
        onChange={(type) => set({ trigger_type: type === 'schedule' ? 'schedule' : 'event' })}
      />
      {draft.trigger_type === 'event' ? (
        <>
          <EventPatternField
            events={events}
            value={draft.event_pattern}
            onChange={(event_pattern) => set({ event_pattern })}
            error={faultOf('event_pattern')}
          />
          <FindingList findings={faults.filter(({ field }) => field !== 'trigger_config.event_pattern')} />
        </>
      ) : (
        <>
          <TextField
            label={t.cron}
            hint={t.cron_hint}
            error={faultOf('cron')}
            isRequired
            isMonospaced
            value={draft.cron}
            onChange={(cron) => set({ cron })}
          />
          <SuggestionField
            label={t.timezone}
            error={faultOf('timezone')}
            value={draft.timezone}
            onChange={(timezone) => set({ timezone })}
            suggestions={zones()}
          />
          {next_fire_at === null ? (
            <p className="muted">{t.next_after_save}</p>
          ) : (
            <p>
              {t.next_fire}: <Time at={next_fire_at} form="full" /> (<Time at={next_fire_at} />)
            </p>
          )}
        </>
      )}
    </Stack>
  );
}
