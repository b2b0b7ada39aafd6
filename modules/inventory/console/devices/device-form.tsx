import {
  call,
  FormDialog,
  type FormField,
  type ReplyOf,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { type CustomEntry, entriesOf, fieldsOf, hasTwins } from './custom-fields.ts';
import { CustomFieldsControl } from './custom-fields-control.tsx';
import { texts } from './texts.ts';

export type Device = ReplyOf<'GET', '/devices/{device_id}'>;

interface Values {
  readonly name: string;
  readonly kind: string;
  readonly site_id: string | null;
  readonly tags: readonly string[];
  readonly location: string;
  readonly notes: string;
  readonly custom_fields: readonly CustomEntry[];
}

const valuesOf = (device: Device): Values => ({
  name: device.name,
  kind: device.kind,
  site_id: device.site_id,
  tags: device.tags,
  location: device.location ?? '',
  notes: device.notes ?? '',
  custom_fields: entriesOf(device.custom_fields),
});

const trimmed = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '');

/** Fields that a sync keeps once a person has set them are sent only when they differ. */
function bodyOf(values: Values, before: Device) {
  return {
    ...(values.name === before.name ? {} : { name: values.name }),
    ...(values.kind === before.kind ? {} : { kind: values.kind }),
    ...(values.site_id === null || values.site_id === before.site_id ? {} : { site_id: values.site_id }),
    tags: trimmed(values.tags),
    location: values.location || null,
    notes: values.notes || null,
    custom_fields: fieldsOf(values.custom_fields),
  };
}

const faultsOf = ({ custom_fields }: Values, twins: string): Readonly<Record<string, string>> =>
  hasTwins(custom_fields) ? { custom_fields: twins } : {};

export interface EditDeviceProps {
  readonly device: Device;
  readonly etag: string | null;
  readonly isOpen: boolean;
  onClose(): void;
}

export function EditDevice({ device, etag, isOpen, onClose }: EditDeviceProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { device_id: device.id };
  const save = useWrite('PATCH', '/devices/{device_id}', { done: t.saved });
  const fields: readonly FormField<Values>[] = [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'text', key: 'kind', label: t.kind, isRequired: true },
    { kind: 'site', key: 'site_id', label: w.site, isRequired: true },
    { kind: 'list', key: 'tags', label: t.tags, hint: t.tags_hint },
    { kind: 'text', key: 'location', label: t.location },
    { kind: 'multiline', key: 'notes', label: t.notes },
    {
      kind: 'custom',
      key: 'custom_fields',
      label: t.custom_fields,
      control: ({ values, set, error }) => (
        <CustomFieldsControl entries={values.custom_fields} set={set} error={error} />
      ),
    },
  ];
  return (
    <FormDialog
      title={t.edit}
      isOpen={isOpen}
      onClose={onClose}
      fields={fields}
      initial={valuesOf(device)}
      action={w.save}
      check={(values) => faultsOf(values, t.custom_twice)}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: bodyOf(values, device) })}
      latest={async () => {
        const { data, response } = await call('GET', '/devices/{device_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
