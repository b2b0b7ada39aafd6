import { useState } from 'react';
import { RadioField } from '../controls/radio-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { TextField } from '../controls/text-field.tsx';
import { useRows } from '../data/use-rows.ts';
import { useLanguage } from '../text/language.ts';
import { useTexts } from '../text/texts.ts';
import { fullTime } from '../values/time.tsx';
import { isRecord, type Params } from './model/params.ts';
import { texts } from './texts.ts';

/** Source of a test; null while nothing usable is chosen. */
export type TrialSource = { readonly event_id: string } | { readonly payload: Params };

export interface TrialSourceFieldsProps {
  /** Events that are offered. */
  readonly pattern: string;
  /** A payload to begin with. */
  readonly example: unknown;
  onChange(source: TrialSource | null): void;
  /** An event that is chosen already. */
  readonly event_id?: string | null;
}

const SHOWN_EVENTS = '50';

/** Chooses a past event of the log, or takes a payload. */
export function TrialSourceFields({ pattern, example, onChange, event_id = null }: TrialSourceFieldsProps) {
  const t = useTexts(texts);
  const [way, setWay] = useState<string>(event_id === null ? 'payload' : 'event');
  const [chosen, choose] = useState(event_id);
  const [typed, setTyped] = useState(() => JSON.stringify(example ?? {}, null, 2));
  const take = (text: string) => {
    setTyped(text);
    const payload = payloadOf(text);
    onChange(payload === null ? null : { payload });
  };
  return (
    <>
      <RadioField
        label={t.test_with}
        choices={[
          { value: 'payload', label: t.own_payload },
          { value: 'event', label: t.past_event },
        ]}
        value={way}
        onChange={(next) => {
          setWay(next);
          if (next === 'payload') take(typed);
          else onChange(chosen === null ? null : { event_id: chosen });
        }}
      />
      {way === 'payload' ? (
        <TextField
          label={t.payload}
          hint={t.payload_hint}
          error={payloadOf(typed) === null ? t.json : undefined}
          isMultiline
          isMonospaced
          rows={10}
          value={typed}
          onChange={take}
        />
      ) : (
        <PastEvent
          pattern={pattern}
          value={chosen}
          onChange={(id) => {
            choose(id);
            onChange({ event_id: id });
          }}
        />
      )}
    </>
  );
}

export function payloadOf(text: string): Params | null {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

interface PastEventProps {
  readonly pattern: string;
  readonly value: string | null;
  onChange(event_id: string): void;
}

function PastEvent({ pattern, value, onChange }: PastEventProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const { rows, read } = useRows('/events', { event_type: pattern, per_page: SHOWN_EVENTS });
  if (read.isSuccess && rows.length === 0) return <p className="muted">{t.no_past_event}</p>;
  return (
    <SelectField
      label={t.pick_event}
      choices={rows.map(({ id, event_type, occurred_at }) => ({
        value: id,
        label: `${fullTime(occurred_at, language)} · ${event_type}`,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
