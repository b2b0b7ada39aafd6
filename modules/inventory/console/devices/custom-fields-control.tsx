import { Button, Row, Stack, TextField, useTexts } from '@patchbay/console-kit';
import { type CustomEntry, hasTwins } from './custom-fields.ts';
import { texts } from './texts.ts';

export interface CustomFieldsControlProps {
  readonly entries: readonly CustomEntry[];
  set(entries: readonly CustomEntry[]): void;
  readonly error: string | undefined;
}

/** Own fields of a device: names and values. */
export function CustomFieldsControl({ entries, set, error }: CustomFieldsControlProps) {
  const t = useTexts(texts);
  const change = (at: number, part: Partial<CustomEntry>) =>
    set(entries.map((entry, place) => (place === at ? { ...entry, ...part } : entry)));
  return (
    <fieldset className="panel">
      <legend>{t.custom_fields}</legend>
      <Stack gap="small">
        {entries.map((entry, at) => (
          <Row key={at}>
            <TextField label={t.custom_name} value={entry.name} onChange={(name) => change(at, { name })} />
            <TextField label={t.custom_value} value={entry.text} onChange={(text) => change(at, { text })} />
            <Button
              variant="quiet"
              isIcon
              aria-label={t.custom_remove(entry.name)}
              onPress={() => set(entries.toSpliced(at, 1))}
            >
              ×
            </Button>
          </Row>
        ))}
        {error === undefined && !hasTwins(entries) ? null : (
          <span className="field-error">{error ?? t.custom_twice}</span>
        )}
        <div>
          <Button onPress={() => set([...entries, { name: '', text: '', former: undefined }])}>
            {t.custom_add}
          </Button>
        </div>
      </Stack>
    </fieldset>
  );
}
