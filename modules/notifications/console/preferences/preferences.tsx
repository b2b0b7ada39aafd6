import {
  call,
  Form,
  type FormField,
  NumberField,
  type ReplyOf,
  type Tagged,
  useRows,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { QuietHoursField } from '../quiet-hours-field.tsx';
import { texts } from './texts.ts';
import { WayField } from './way-field.tsx';
import { bodyOf, type PreferenceValues, valuesOf } from './way-settings.ts';

/** How the viewer is told of events, on each way. */
export default function NotificationPreferences() {
  const read = useTagged('/notifications/preferences', {});
  return <WaitingFor read={read}>{(tagged) => <PreferenceForm {...tagged} />}</WaitingFor>;
}

type Way = 'in_app' | 'email' | 'chat' | 'webhook';

function useFields(): readonly FormField<PreferenceValues>[] {
  const t = useTexts(texts);
  const { rows } = useRows('/notifications/channels', { per_page: '100', sort: 'name' });
  const open = rows.filter(({ is_enabled }) => is_enabled);
  const chats = open.filter(({ kind }) => kind !== 'webhook');
  const webhooks = open.filter(({ kind }) => kind === 'webhook');
  const way = (key: Way, channels?: typeof rows): FormField<PreferenceValues> => ({
    kind: 'custom',
    key,
    label: t[key],
    control: ({ values, set, error }) => (
      <WayField
        label={t[key]}
        value={values[key]}
        onChange={set}
        error={error}
        {...(channels === undefined ? {} : { channels })}
      />
    ),
  });
  return [
    way('in_app'),
    way('email'),
    way('chat', chats),
    way('webhook', webhooks),
    {
      kind: 'custom',
      key: 'quiet_hours',
      label: t.quiet_hours,
      control: ({ values, set, error }) => (
        <QuietHoursField value={values.quiet_hours} onChange={set} error={error} />
      ),
    },
    {
      kind: 'custom',
      key: 'throttle',
      label: t.throttle,
      control: ({ values: { throttle }, set, error }) => (
        <fieldset className="panel stack" data-gap="small">
          <legend>{t.throttle}</legend>
          <span className="field-hint">{t.throttle_hint}</span>
          <div className="toolbar">
            <NumberField
              label={t.throttle_most}
              value={throttle.most}
              onChange={(most) => set({ ...throttle, most: most ?? 1 })}
            />
            <NumberField
              label={t.throttle_minutes}
              value={throttle.minutes}
              onChange={(minutes) => set({ ...throttle, minutes: minutes ?? 1 })}
            />
          </div>
          {error === undefined ? null : <span className="field-error">{error}</span>}
        </fieldset>
      ),
    },
  ];
}

function PreferenceForm({ data, etag }: Tagged<ReplyOf<'GET', '/notifications/preferences'>>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const save = useWrite('PUT', '/notifications/preferences', {
    done: t.saved,
    refreshes: ['/notifications/preferences'],
  });
  return (
    <Form
      fields={useFields()}
      initial={valuesOf(data)}
      action={w.save}
      submit={(values, newest) => save.send({ etag: newest ?? etag, body: bodyOf(values) })}
      latest={async () => {
        const { data: now, response } = await call('GET', '/notifications/preferences', {});
        return { values: valuesOf(now), etag: response.headers.get('etag') };
      }}
    />
  );
}
