import {
  call,
  FormDialog,
  type FormField,
  type ReplyOf,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { parseObject } from './parse-object.ts';
import { texts } from './texts.ts';

export type Template = ReplyOf<'GET', '/webhooks/templates/{template_id}'>;

interface Values {
  readonly name: string;
  readonly body: string;
}

const EXAMPLE = JSON.stringify({ text: '{{event.event_type}}: {{trigger.name}}' }, null, 2);

const valuesOf = ({ name, body }: Template): Values => ({ name, body: JSON.stringify(body, null, 2) });
const bodyOf = ({ name, body }: Values) => ({ name, body: parseObject(body) ?? {} });

function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'mono', key: 'body', label: t.body, hint: t.body_hint, isRequired: true },
  ];
}

function useCheck() {
  const t = useTexts(texts);
  return ({ body }: Values): Readonly<Record<string, string>> =>
    parseObject(body) === undefined ? { body: t.no_object } : {};
}

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function NewTemplate(dialog: DialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/webhooks/templates', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      {...dialog}
      title={t.new}
      size="wide"
      fields={useFields()}
      initial={{ name: '', body: EXAMPLE }}
      action={w.create}
      check={useCheck()}
      submit={(values) => create.send({ body: bodyOf(values) })}
    />
  );
}

export interface EditTemplateProps extends DialogProps {
  readonly template: Template;
  readonly etag: string | null;
}

export function EditTemplate({ template, etag, ...dialog }: EditTemplateProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { template_id: template.id };
  const save = useWrite('PATCH', '/webhooks/templates/{template_id}', { done: t.saved });
  return (
    <FormDialog
      {...dialog}
      title={t.edit}
      size="wide"
      fields={useFields()}
      initial={valuesOf(template)}
      action={w.save}
      check={useCheck()}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: bodyOf(values) })}
      latest={async () => {
        const { data, response } = await call('GET', '/webhooks/templates/{template_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
