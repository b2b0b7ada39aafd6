import { FormDialog, Notice, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import { type Chosen, ChosenField } from './chosen-field.tsx';
import { grantsOf, MOST_GRANTS } from './grants.ts';
import { texts } from './texts.ts';

interface Values {
  readonly users: readonly Chosen[];
  readonly sites: readonly Chosen[];
  readonly expires_at: string | null;
  readonly reason: string;
}

export interface GrantDialogProps {
  /** The user, where it is known already. */
  readonly user_id?: string;
  onClose(): void;
}

/** Grants every chosen site to every chosen user: all of it or nothing. */
export function GrantDialog({ user_id, onClose }: GrantDialogProps) {
  const t = useTexts(texts);
  const { me } = useSession();
  const grant = useWrite('POST', '/organizations/{org_id}/site-access/bulk', {
    done: ({ items }) => t.granted(items.length),
  });
  const grants = (values: Values) =>
    grantsOf({
      user_ids: user_id === undefined ? values.users.map(({ id }) => id) : [user_id],
      site_ids: values.sites.map(({ id }) => id),
      expires_at: values.expires_at,
      reason: values.reason,
    });
  return (
    <FormDialog<Values>
      title={t.new}
      isOpen
      onClose={onClose}
      initial={{ users: [], sites: [], expires_at: null, reason: '' }}
      action={t.grant}
      fields={[
        {
          kind: 'custom',
          key: 'users',
          label: t.users,
          isRequired: true,
          isShown: () => user_id === undefined,
          control: ({ values, set, error }) => (
            <ChosenField
              label={t.users}
              error={error}
              path="/users"
              nameOf={({ username }) => username}
              value={values.users}
              onChange={set}
            />
          ),
        },
        {
          kind: 'custom',
          key: 'sites',
          label: t.sites,
          isRequired: true,
          control: ({ values, set, error }) => (
            <ChosenField
              label={t.sites}
              error={error}
              path="/sites"
              nameOf={({ name }) => name}
              value={values.sites}
              onChange={set}
            />
          ),
        },
        { kind: 'time', key: 'expires_at', label: t.expires, hint: t.expires_hint },
        { kind: 'text', key: 'reason', label: t.reason },
      ]}
      check={(values): Readonly<Record<string, string>> =>
        grants(values).length > MOST_GRANTS ? { sites: t.too_many(MOST_GRANTS) } : {}
      }
      submit={(values) =>
        grant.send({ path: { org_id: me.organization_id }, body: { grants: grants(values) } })
      }
      extra={(values) => (
        <Notice>
          <p>{t.narrowing}</p>
          {grants(values).length === 0 ? null : <p>{t.will_grant(grants(values).length)}</p>}
        </Notice>
      )}
    />
  );
}
