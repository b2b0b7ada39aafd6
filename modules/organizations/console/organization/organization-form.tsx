import { call, FormDialog, type ReplyOf, useSession, useTexts, useWrite, words } from '@patchbay/console-kit';
import { texts } from './texts.ts';

export type Organization = ReplyOf<'GET', '/organizations/{org_id}'>;

export interface EditOrganizationProps {
  readonly organization: Organization;
  readonly etag: string | null;
  /** The viewer's own cannot be switched off. */
  readonly isOwn: boolean;
  onClose(): void;
}

interface Values {
  readonly name: string;
  readonly slug: string;
  readonly mfa_required: boolean;
  readonly is_active: boolean;
}

const valuesOf = ({ name, slug, mfa_required, is_active }: Organization): Values => ({
  name,
  slug,
  mfa_required,
  is_active,
});

export function EditOrganization({ organization, etag, isOwn, onClose }: EditOrganizationProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const maySwitch = !isOwn && mayCall('DELETE', '/organizations/{org_id}');
  const path = { org_id: organization.id };
  const save = useWrite('PATCH', '/organizations/{org_id}', { done: t.saved });
  return (
    <FormDialog<Values>
      title={t.edit}
      isOpen
      onClose={onClose}
      initial={valuesOf(organization)}
      action={w.save}
      fields={[
        { kind: 'text', key: 'name', label: w.name, isRequired: true },
        { kind: 'text', key: 'slug', label: t.slug, isRequired: true },
        { kind: 'switch', key: 'mfa_required', label: t.mfa_demand, hint: t.mfa_hint },
        { kind: 'switch', key: 'is_active', label: t.active, hint: t.active_hint, isShown: () => maySwitch },
      ]}
      submit={({ is_active, ...values }, newest) =>
        save.send({
          path,
          etag: newest ?? etag,
          body: { ...values, ...(maySwitch ? { is_active } : {}) },
        })
      }
      latest={async () => {
        const { data, response } = await call('GET', '/organizations/{org_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}

export function NewOrganization({ onClose }: { onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/organizations', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      title={t.new}
      isOpen
      onClose={onClose}
      initial={{ name: '', slug: '' }}
      action={w.create}
      fields={[
        { kind: 'text', key: 'name', label: w.name, isRequired: true },
        { kind: 'text', key: 'slug', label: t.slug, hint: t.slug_hint },
      ]}
      submit={({ name, slug }) => create.send({ body: { name, ...(slug === '' ? {} : { slug }) } })}
    />
  );
}
