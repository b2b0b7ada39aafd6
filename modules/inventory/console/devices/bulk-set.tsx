import { FormDialog, type FormField, useTexts, useWrite, words } from '@patchbay/console-kit';
import type { DeviceRow } from './device-columns.tsx';
import { texts } from './texts.ts';

interface Values {
  readonly kind: string;
  readonly site_id: string | null;
  readonly tags: readonly string[];
  readonly location: string;
  readonly notes: string;
}

const NOTHING: Values = { kind: '', site_id: null, tags: [], location: '', notes: '' };

/** Nothing to set is told at the first field. */
const faultsOf = (values: Values, message: string): Readonly<Record<string, string>> =>
  Object.keys(setOf(values)).length === 0 ? { kind: message } : {};

const setOf = ({ kind, site_id, tags, location, notes }: Values) => {
  const words = tags.map((tag) => tag.trim()).filter((tag) => tag !== '');
  return {
    ...(kind === '' ? {} : { kind }),
    ...(site_id === null ? {} : { site_id }),
    ...(words.length === 0 ? {} : { tags: words }),
    ...(location === '' ? {} : { location }),
    ...(notes === '' ? {} : { notes }),
  };
};

export interface BulkSetProps {
  readonly devices: readonly Pick<DeviceRow, 'id'>[];
  readonly isOpen: boolean;
  onClose(): void;
}

/** Sets fields of several devices, all or none. */
export function BulkSet({ devices, isOpen, onClose }: BulkSetProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const set = useWrite('POST', '/devices/bulk', { done: ({ updated }) => t.bulk_done(updated) });
  const fields: readonly FormField<Values>[] = [
    { kind: 'text', key: 'kind', label: t.kind },
    { kind: 'site', key: 'site_id', label: w.site },
    { kind: 'list', key: 'tags', label: t.bulk_tags, hint: t.tags_hint },
    { kind: 'text', key: 'location', label: t.location },
    { kind: 'multiline', key: 'notes', label: t.notes },
  ];
  return (
    <FormDialog
      title={t.bulk_title(devices.length)}
      isOpen={isOpen}
      onClose={onClose}
      fields={fields}
      initial={NOTHING}
      action={w.save}
      check={(values) => faultsOf(values, t.bulk_nothing)}
      submit={(values) => set.send({ body: { ids: devices.map(({ id }) => id), set: setOf(values) } })}
      extra={() => <p className="muted">{t.bulk_hint}</p>}
    />
  );
}
