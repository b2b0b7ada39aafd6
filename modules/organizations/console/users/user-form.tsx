import {
  call,
  FormDialog,
  type FormField,
  ReferenceField,
  type ReplyOf,
  rolesBelow,
  useRoleName,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

export type User = ReplyOf<'GET', '/users/{user_id}'>;

interface Values {
  readonly email: string;
  readonly username: string;
  readonly display_name: string;
  readonly role: string;
}

interface NewValues extends Values {
  readonly password: string;
  readonly organization_id: string | null;
}

interface EditValues extends Values {
  readonly is_active: boolean;
}

function useSharedFields<V extends Values>(): readonly FormField<V>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const roleName = useRoleName();
  const { me } = useSession();
  return [
    { kind: 'email', key: 'email', label: t.email, isRequired: true },
    { kind: 'text', key: 'username', label: t.username, isRequired: true },
    { kind: 'text', key: 'display_name', label: w.name },
    {
      kind: 'choice',
      key: 'role',
      label: t.role,
      hint: t.role_hint,
      isRequired: true,
      choices: rolesBelow(me.role).map((value) => ({ value, label: roleName(value) })),
    },
  ];
}

interface DialogProps {
  readonly isOpen: boolean;
  onClose(): void;
}

export function NewUser(dialog: DialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const create = useWrite('POST', '/users', { done: ({ username }) => t.created(username) });
  const fields: readonly FormField<NewValues>[] = [
    ...useSharedFields<NewValues>(),
    {
      kind: 'password',
      key: 'password',
      label: t.password,
      hint: t.password_hint,
      isRequired: true,
      autoComplete: 'new-password',
    },
    {
      kind: 'custom',
      key: 'organization_id',
      label: t.organization,
      isShown: () => mayCall('POST', '/organizations'),
      control: ({ values, set, error }) => (
        <ReferenceField
          label={t.organization}
          hint={t.organization_hint}
          error={error}
          path="/organizations"
          nameOf={({ name }) => name}
          value={values.organization_id}
          onChange={(id) => set(id)}
        />
      ),
    },
  ];
  return (
    <FormDialog
      {...dialog}
      title={t.new}
      fields={fields}
      initial={{
        email: '',
        username: '',
        display_name: '',
        role: 'viewer',
        password: '',
        organization_id: null,
      }}
      action={w.create}
      submit={({ display_name, organization_id, ...values }) =>
        create.send({
          body: {
            ...values,
            ...(display_name === '' ? {} : { display_name }),
            ...(organization_id === null ? {} : { organization_id }),
          },
        })
      }
    />
  );
}

const valuesOf = ({ email, username, display_name, role, is_active }: User): EditValues => ({
  email,
  username,
  display_name: display_name ?? '',
  role,
  is_active,
});

export interface EditUserProps extends DialogProps {
  readonly user: User;
  readonly etag: string | null;
}

/** Changes a user; what stayed the same is not sent, since some of it asks for a proof of identity. */
export function EditUser({ user, etag, ...dialog }: EditUserProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { user_id: user.id };
  const before = valuesOf(user);
  const save = useWrite('PATCH', '/users/{user_id}', { done: t.saved });
  return (
    <FormDialog
      {...dialog}
      title={t.edit}
      fields={[
        ...useSharedFields<EditValues>(),
        { kind: 'switch', key: 'is_active', label: t.may_act, hint: t.may_act_hint },
      ]}
      initial={before}
      action={w.save}
      submit={({ email, username, display_name, role, is_active }, newest) =>
        save.send({
          path,
          etag: newest ?? etag,
          body: {
            ...(email === before.email ? {} : { email }),
            ...(username === before.username ? {} : { username }),
            ...(role === before.role ? {} : { role }),
            ...(is_active === before.is_active ? {} : { is_active }),
            display_name: display_name || null,
          },
        })
      }
      latest={async () => {
        const { data, response } = await call('GET', '/users/{user_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
