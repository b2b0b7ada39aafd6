import {
  call,
  FormDialog,
  type FormField,
  PermissionField,
  type ReplyOf,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useKnownPermissions } from './known-permissions.ts';
import { texts } from './texts.ts';

export type Role = ReplyOf<'GET', '/roles/{role_id}'>;

interface Values {
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
}

const valuesOf = ({ name, description, permissions }: Role): Values => ({
  name,
  description: description ?? '',
  permissions,
});

const bodyOf = ({ name, description, permissions }: Values) => ({
  name,
  description: description || null,
  permissions: [...permissions],
});

function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const known = useKnownPermissions();
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    { kind: 'multiline', key: 'description', label: w.description },
    {
      kind: 'custom',
      key: 'permissions',
      label: t.permissions,
      control: ({ values, set, error }) => (
        <PermissionField
          label={t.permissions}
          error={error}
          choices={known}
          value={values.permissions}
          onChange={set}
        />
      ),
    },
  ];
}

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function NewRole(dialog: DialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/roles', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      {...dialog}
      title={t.new}
      size="wide"
      fields={useFields()}
      initial={{ name: '', description: '', permissions: [] }}
      action={w.create}
      submit={(values) => create.send({ body: bodyOf(values) })}
    />
  );
}

export interface EditRoleProps extends DialogProps {
  readonly role: Role;
  readonly etag: string | null;
}

export function EditRole({ role, etag, ...dialog }: EditRoleProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { role_id: role.id };
  const save = useWrite('PATCH', '/roles/{role_id}', { done: t.saved });
  return (
    <FormDialog
      {...dialog}
      title={t.edit}
      size="wide"
      fields={useFields()}
      initial={valuesOf(role)}
      action={w.save}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: bodyOf(values) })}
      latest={async () => {
        const { data, response } = await call('GET', '/roles/{role_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
