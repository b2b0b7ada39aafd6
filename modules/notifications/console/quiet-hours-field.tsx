import { Checkbox, Row, SuggestionField, TextField, useTexts } from '@patchbay/console-kit';
import { texts } from './preferences/texts.ts';
import { DAYS, firstQuietHours, includesDay, type QuietHours, withDay } from './quiet-hours.ts';

export interface QuietHoursFieldProps {
  readonly value: QuietHours | null;
  onChange(value: QuietHours | null): void;
  readonly error: string | undefined;
}

const ZONES = Intl.supportedValuesOf('timeZone').map((value) => ({ value }));

/** Hours without messages, or none. */
export function QuietHoursField({ value, onChange, error }: QuietHoursFieldProps) {
  const t = useTexts(texts);
  return (
    <fieldset className="panel stack" data-gap="small">
      <legend>{t.quiet_hours}</legend>
      <Checkbox isSelected={value !== null} onChange={(isOn) => onChange(isOn ? firstQuietHours() : null)}>
        {t.quiet_on}
      </Checkbox>
      <span className="field-hint">{t.quiet_hint}</span>
      {value === null ? null : (
        <>
          <div className="toolbar">
            <TextField
              label={t.quiet_start}
              type="time"
              value={value.start}
              onChange={(start) => onChange({ ...value, start })}
            />
            <TextField
              label={t.quiet_end}
              type="time"
              value={value.end}
              onChange={(end) => onChange({ ...value, end })}
            />
            <SuggestionField
              label={t.timezone}
              suggestions={ZONES}
              value={value.timezone}
              onChange={(timezone) => onChange({ ...value, timezone })}
            />
          </div>
          <Row>
            {DAYS.map((day) => (
              <Checkbox
                key={day}
                isSelected={includesDay(value, day)}
                onChange={(isOn) => onChange(withDay(value, day, isOn))}
              >
                {t[day]}
              </Checkbox>
            ))}
          </Row>
        </>
      )}
      {error === undefined ? null : <span className="field-error">{error}</span>}
    </fieldset>
  );
}
