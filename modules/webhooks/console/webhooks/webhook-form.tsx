import {
  call,
  FormDialog,
  type FormField,
  type ReplyOf,
  useRead,
  useRows,
  useSession,
  useTexts,
  useWrite,
  WordsField,
  words,
} from '@patchbay/console-kit';
import { patternSuggestions } from '../event-patterns.ts';
import { texts } from './texts.ts';

export type Webhook = ReplyOf<'GET', '/webhooks/{webhook_id}'>;

interface Values {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly template_id: string;
  readonly is_enabled: boolean;
  readonly ordered: boolean;
}

const NO_TEMPLATE = 'none';
const NOTHING: Values = {
  name: '',
  url: '',
  events: [],
  template_id: NO_TEMPLATE,
  is_enabled: true,
  ordered: true,
};

const valuesOf = ({ name, url, events, template_id, is_enabled, ordered }: Webhook): Values => ({
  name,
  url,
  events,
  template_id: template_id ?? NO_TEMPLATE,
  is_enabled,
  ordered,
});

const bodyOf = ({ template_id, events, ...values }: Values) => ({
  ...values,
  events: [...events],
  template_id: template_id === NO_TEMPLATE ? null : template_id,
});

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const { data: catalog } = useRead('/fabric/catalog', {}, { enabled: mayCall('GET', '/fabric/catalog') });
  const { rows: templates } = useRows('/webhooks/templates', { per_page: '200', sort: 'name' });
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'url', key: 'url', label: t.url, hint: 'https://hooks.example.com/patchbay', isRequired: true },
    {
      kind: 'custom',
      key: 'events',
      label: t.events,
      isRequired: true,
      control: ({ value, set, error }) => (
        <WordsField
          label={t.events}
          hint={t.events_hint}
          error={error}
          isRequired
          suggestions={patternSuggestions(catalog?.events ?? [])}
          value={textsIn(value)}
          onChange={set}
        />
      ),
    },
    {
      kind: 'choice',
      key: 'template_id',
      label: t.template,
      hint: t.template_hint,
      choices: [
        { value: NO_TEMPLATE, label: t.no_template },
        ...templates.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    { kind: 'switch', key: 'ordered', label: t.ordered, hint: t.ordered_hint },
    { kind: 'switch', key: 'is_enabled', label: w.enabled },
  ];
}

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function NewWebhook({
  onCreated,
  ...dialog
}: DialogProps & { readonly onCreated: (secret: string) => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/webhooks', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      {...dialog}
      title={t.new}
      fields={useFields()}
      initial={NOTHING}
      action={w.create}
      submit={async (values) => onCreated((await create.send({ body: bodyOf(values) })).secret)}
    />
  );
}

export interface EditWebhookProps extends DialogProps {
  readonly webhook: Webhook;
  readonly etag: string | null;
}

export function EditWebhook({ webhook, etag, ...dialog }: EditWebhookProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { webhook_id: webhook.id };
  const save = useWrite('PATCH', '/webhooks/{webhook_id}', { done: t.saved });
  return (
    <FormDialog
      {...dialog}
      title={t.edit}
      fields={useFields()}
      initial={valuesOf(webhook)}
      action={w.save}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: bodyOf(values) })}
      latest={async () => {
        const { data, response } = await call('GET', '/webhooks/{webhook_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
      extra={() => <p className="muted">{t.author_hint}</p>}
    />
  );
}
