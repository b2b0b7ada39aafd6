import { Checkbox, Grid, NumberField, SelectField, useTexts, WordsField } from '@patchbay/console-kit';
import { priorityOf, usePriorityChoices } from '../priority.tsx';
import { texts } from './texts.ts';
import type { WaySettings } from './way-settings.ts';

export interface Channel {
  readonly id: string;
  readonly name: string;
}

export interface WayFieldProps {
  readonly label: string;
  readonly value: WaySettings;
  onChange(value: WaySettings): void;
  readonly error: string | undefined;
  /** Channels that messages may be sent to; undefined for ways that need none. */
  readonly channels?: readonly Channel[];
}

const NO_CHANNEL = 'none';

/** Settings of one way: whether, what and how soon. */
export function WayField({ label, value, onChange, error, channels }: WayFieldProps) {
  const t = useTexts(texts);
  const priorities = usePriorityChoices();
  return (
    <fieldset className="panel stack" data-gap="small">
      <legend>{label}</legend>
      <Checkbox isSelected={value.enabled} onChange={(enabled) => onChange({ ...value, enabled })}>
        {t.way_on}
      </Checkbox>
      {value.enabled ? (
        <>
          <Grid size="small">
            <SelectField
              label={t.minimum_priority}
              choices={priorities}
              value={value.minimum_priority}
              onChange={(text) => onChange({ ...value, minimum_priority: priorityOf(text) ?? 'high' })}
            />
            {value.digest_minutes === undefined ? null : (
              <NumberField
                label={t.digest}
                hint={t.digest_hint}
                value={value.digest_minutes}
                onChange={(minutes) => onChange({ ...value, digest_minutes: minutes ?? 0 })}
              />
            )}
            {channels === undefined ? null : (
              <SelectField
                label={t.channel}
                {...(channels.length === 0 ? { hint: t.no_channel_hint } : {})}
                choices={[
                  { value: NO_CHANNEL, label: t.no_channel },
                  ...channels.map(({ id, name }) => ({ value: id, label: name })),
                ]}
                value={value.channel_id ?? NO_CHANNEL}
                onChange={(id) => onChange({ ...value, channel_id: id === NO_CHANNEL ? null : id })}
              />
            )}
          </Grid>
          <CategoriesField
            value={value.categories}
            onChange={(categories) => onChange({ ...value, categories })}
          />
        </>
      ) : null}
      {error === undefined ? null : <span className="field-error">{error}</span>}
    </fieldset>
  );
}

/** Categories that events of the platform have; plugins and outside events may bring others. */
const KNOWN = [
  'alert',
  'audit',
  'automation',
  'controller',
  'device',
  'fabric',
  'notifications',
  'plugin',
  'security',
  'settings',
  'site',
  'system',
].map((value) => ({ value }));

export interface CategoriesFieldProps {
  /** Null: all. */
  readonly value: readonly string[] | null;
  onChange(value: readonly string[] | null): void;
  readonly error?: string | undefined;
}

/** All categories of events, or some. */
export function CategoriesField({ value, onChange, error }: CategoriesFieldProps) {
  const t = useTexts(texts);
  return (
    <>
      <Checkbox isSelected={value === null} onChange={(isAll) => onChange(isAll ? null : [])}>
        {t.all_categories}
      </Checkbox>
      {value === null ? null : (
        <WordsField
          label={t.categories}
          suggestions={KNOWN}
          value={value}
          onChange={onChange}
          error={error}
        />
      )}
    </>
  );
}
