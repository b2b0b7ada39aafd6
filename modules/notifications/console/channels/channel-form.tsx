import { call, FormDialog, type FormField, useTexts, useWrite, words } from '@patchbay/console-kit';
import { CategoriesField } from '../preferences/way-field.tsx';
import { usePriorityChoices } from '../priority.tsx';
import { QuietHoursField } from '../quiet-hours-field.tsx';
import {
  bodyOf,
  type Channel,
  type ChannelValues,
  KINDS,
  NEW_CHANNEL,
  NO_EVENTS,
  patchOf,
  valuesOf,
} from './channel-values.ts';
import { texts } from './texts.ts';

function useFields(isNew: boolean): readonly FormField<ChannelValues>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const priorities = usePriorityChoices();
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    {
      kind: 'radio',
      key: 'kind',
      label: w.kind,
      isShown: () => isNew,
      choices: KINDS.map((value) => ({ value, label: t[value], hint: t[`${value}_hint`] })),
    },
    {
      kind: 'password',
      key: 'url',
      label: t.url,
      hint: isNew ? t.url_hint : t.url_kept,
      isRequired: isNew,
    },
    {
      kind: 'choice',
      key: 'minimum_priority',
      label: t.events_from,
      hint: t.events_hint,
      choices: [{ value: NO_EVENTS, label: t.no_events }, ...priorities],
    },
    {
      kind: 'custom',
      key: 'categories',
      label: t.categories,
      isShown: ({ minimum_priority }) => minimum_priority !== NO_EVENTS,
      control: ({ values, set, error }) => (
        <CategoriesField value={values.categories} onChange={set} error={error} />
      ),
    },
    { kind: 'number', key: 'digest_minutes', label: t.digest, hint: t.digest_hint },
    { kind: 'switch', key: 'open_to_users', label: t.open_to_users, hint: t.open_hint },
    { kind: 'switch', key: 'is_enabled', label: w.enabled },
    {
      kind: 'custom',
      key: 'quiet_hours',
      label: t.quiet_hours,
      control: ({ values, set, error }) => (
        <QuietHoursField value={values.quiet_hours} onChange={set} error={error} />
      ),
    },
  ];
}

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function NewChannel(dialog: DialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/notifications/channels', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      {...dialog}
      title={t.new}
      fields={useFields(true)}
      initial={NEW_CHANNEL}
      action={w.create}
      submit={(values) => create.send({ body: bodyOf(values) })}
    />
  );
}

export interface EditChannelProps extends DialogProps {
  readonly channel: Channel;
  readonly etag: string | null;
}

export function EditChannel({ channel, etag, ...dialog }: EditChannelProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { channel_id: channel.id };
  const save = useWrite('PATCH', '/notifications/channels/{channel_id}', { done: t.saved });
  return (
    <FormDialog
      {...dialog}
      title={t.edit}
      fields={useFields(false)}
      initial={valuesOf(channel)}
      action={w.save}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: patchOf(values) })}
      latest={async () => {
        const { data, response } = await call('GET', '/notifications/channels/{channel_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
