import {
  call,
  FormDialog,
  type FormField,
  type ReplyOf,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { materialOf, NO_SIGN_IN, type SignInValues } from './credential-values.ts';
import { useSignInFields } from './sign-in-fields.ts';
import { texts } from './texts.ts';

export type Credential = ReplyOf<'GET', '/credentials/{credential_id}'>;

interface Values extends SignInValues {
  readonly name: string;
  readonly site_id: string | null;
  readonly hosts: readonly string[];
}

const valuesOf = ({ name, kind, username, site_id, hosts }: Credential): Values => ({
  ...NO_SIGN_IN,
  name,
  kind,
  username: username ?? '',
  site_id,
  hosts,
});

function useFields(kept: string | null): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    ...useSignInFields(kept),
    { kind: 'site', key: 'site_id', label: t.site, hint: t.site_hint },
    { kind: 'list', key: 'hosts', label: t.hosts, hint: t.hosts_hint },
  ];
}

const linesOf = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '');

export interface CredentialFormProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function NewCredential({ isOpen, onClose }: CredentialFormProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/credentials', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      title={t.new}
      isOpen={isOpen}
      onClose={onClose}
      fields={useFields(null)}
      initial={{ ...NO_SIGN_IN, name: '', site_id: null, hosts: [] } as Values}
      action={w.create}
      submit={(values) =>
        create.send({
          body: {
            ...materialOf(values),
            name: values.name,
            hosts: linesOf(values.hosts),
            ...(values.site_id === null ? {} : { site_id: values.site_id }),
          },
        })
      }
    />
  );
}

export interface EditCredentialProps extends CredentialFormProps {
  readonly credential: Credential;
  readonly etag: string | null;
}

/** Secrets that are left empty stay as they are kept. */
export function EditCredential({ credential, etag, isOpen, onClose }: EditCredentialProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { credential_id: credential.id };
  const save = useWrite('PATCH', '/credentials/{credential_id}', { done: t.saved });
  return (
    <FormDialog
      title={t.edit}
      isOpen={isOpen}
      onClose={onClose}
      fields={useFields(credential.secret_set ? credential.kind : null)}
      initial={valuesOf(credential)}
      action={w.save}
      submit={(values, newest) =>
        save.send({
          path,
          etag: newest ?? etag,
          body: {
            ...materialOf(values),
            name: values.name,
            site_id: values.site_id,
            hosts: linesOf(values.hosts),
          },
        })
      }
      latest={async () => {
        const { data, response } = await call('GET', '/credentials/{credential_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
