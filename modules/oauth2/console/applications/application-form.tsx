import {
  call,
  FormDialog,
  type FormField,
  PermissionField,
  type ReplyOf,
  useRead,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

export type Application = ReplyOf<'GET', '/oauth2/applications/{application_id}'>;
export type NewApplication = ReplyOf<'POST', '/oauth2/applications'>;

const METADATA = '/oauth2/.well-known/oauth-authorization-server';

interface Values {
  readonly name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
  readonly confidential: boolean;
  readonly is_active: boolean;
}

const NOTHING: Values = { name: '', redirect_uris: [], scopes: [], confidential: true, is_active: true };

/** Lines that were left empty are none. */
const linesOf = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '');

function useFields(isNew: boolean): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const { data } = useRead(METADATA, {}, { enabled: mayCall('GET', METADATA) });
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'list', key: 'redirect_uris', label: t.redirect_uris, hint: t.redirect_hint, isRequired: true },
    {
      kind: 'custom',
      key: 'scopes',
      label: t.scopes,
      isRequired: true,
      control: ({ values, set, error }) => (
        <PermissionField
          label={t.scopes}
          hint={t.scopes_hint}
          error={error}
          choices={data?.scopes_supported ?? []}
          value={values.scopes}
          onChange={set}
        />
      ),
    },
    {
      kind: 'switch',
      key: 'confidential',
      label: t.confidential,
      hint: t.confidential_hint,
      isShown: () => isNew,
    },
    { kind: 'switch', key: 'is_active', label: t.is_active, hint: t.is_active_hint },
  ];
}

export interface NewApplicationDialogProps {
  onClose(): void;
  /** The secret of a confidential one stands in the reply, and nowhere else. */
  created(application: NewApplication): void;
}

export function NewApplicationDialog({ onClose, created }: NewApplicationDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/oauth2/applications', {
    done: ({ name }) => t.created(name),
    onDone: created,
  });
  return (
    <FormDialog
      title={t.new}
      isOpen
      onClose={onClose}
      size="wide"
      fields={useFields(true)}
      initial={NOTHING}
      action={w.create}
      submit={(values) =>
        create.send({
          body: { ...values, redirect_uris: linesOf(values.redirect_uris), scopes: [...values.scopes] },
        })
      }
    />
  );
}

export interface EditApplicationDialogProps {
  readonly application: Application;
  readonly etag: string | null;
  onClose(): void;
}

export function EditApplicationDialog({ application, etag, onClose }: EditApplicationDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { application_id: application.id };
  const save = useWrite('PATCH', '/oauth2/applications/{application_id}', { done: t.saved });
  return (
    <FormDialog
      title={t.edit}
      isOpen
      onClose={onClose}
      size="wide"
      fields={useFields(false)}
      initial={valuesOf(application)}
      action={w.save}
      submit={({ name, redirect_uris, scopes, is_active }, newest) =>
        save.send({
          path,
          etag: newest ?? etag,
          body: { name, is_active, redirect_uris: linesOf(redirect_uris), scopes: [...scopes] },
        })
      }
      latest={async () => {
        const { data, response } = await call('GET', '/oauth2/applications/{application_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}

const valuesOf = ({ name, redirect_uris, scopes, confidential, is_active }: Application): Values => ({
  name,
  redirect_uris,
  scopes,
  confidential,
  is_active,
});
