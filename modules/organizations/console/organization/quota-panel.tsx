import {
  Button,
  call,
  DataTable,
  Figure,
  FormDialog,
  type FormField,
  Panel,
  useRead,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import type { Organization } from './organization-form.tsx';
import { quotasOf, quotaUses } from './quota-use.ts';
import { texts } from './texts.ts';

export interface QuotaPanelProps {
  readonly organization: Organization;
  readonly etag: string | null;
}

/** Use of the organization beside its quotas. */
export function QuotaPanel({ organization, etag }: QuotaPanelProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const [isEditing, setEditing] = useState(false);
  const { data: dashboard } = useRead('/organizations/{org_id}/dashboard', {
    path: { org_id: organization.id },
  });
  const uses = quotaUses(organization.counts, organization.quotas);
  return (
    <Panel
      title={t.quotas}
      actions={
        mayCall('POST', '/organizations') ? <Button onPress={() => setEditing(true)}>{w.edit}</Button> : null
      }
    >
      {dashboard?.quotas_enforced === false ? <p className="muted">{t.not_enforced}</p> : null}
      <DataTable
        label={`${t.quotas}: ${w.details}`}
        rows={uses}
        idOf={({ kind }) => kind}
        columns={[
          { id: 'kind', title: w.kind, cell: ({ kind }) => kindName(kind, t) },
          { id: 'used', title: t.used, align: 'end', cell: ({ used }) => <Figure value={used} /> },
          {
            id: 'most',
            title: t.most,
            align: 'end',
            cell: ({ most }) => (most === null ? t.no_limit : <Figure value={most} />),
          },
          {
            id: 'use',
            title: t.use,
            cell: ({ percent, kind }) =>
              percent === null ? null : (
                <>
                  <meter
                    aria-label={kindName(kind, t)}
                    min={0}
                    max={100}
                    high={80}
                    optimum={0}
                    value={percent}
                  />{' '}
                  {percent} %
                </>
              ),
          },
        ]}
      />
      {isEditing ? (
        <EditQuotas organization={organization} etag={etag} onClose={() => setEditing(false)} />
      ) : null}
    </Panel>
  );
}

interface KindTexts {
  readonly users: string;
  readonly sites: string;
  readonly devices: string;
  readonly controllers: string;
  readonly connections: string;
  readonly automation_rules: string;
}

const KINDS = ['users', 'sites', 'devices', 'controllers', 'connections', 'automation_rules'] as const;

function kindName(kind: string, t: KindTexts): string {
  const known = KINDS.find((each) => each === kind);
  return known === undefined ? kind.replaceAll('_', ' ') : t[known];
}

interface EditQuotasProps extends QuotaPanelProps {
  onClose(): void;
}

type Values = Readonly<Record<string, number | null>>;

const valuesOf = ({ counts, quotas }: Organization): Values =>
  Object.fromEntries(quotaUses(counts, quotas).map(({ kind, most }) => [kind, most]));

function EditQuotas({ organization, etag, onClose }: EditQuotasProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const save = useWrite('PATCH', '/organizations/{org_id}', { done: t.saved });
  const uses = quotaUses(organization.counts, organization.quotas);
  const fields = uses.map(
    ({ kind, used }): FormField<Values> => ({
      kind: 'number',
      key: kind,
      label: kindName(kind, t),
      hint: t.used_now(used),
    }),
  );
  return (
    <FormDialog<Values>
      title={t.edit_quotas}
      isOpen
      onClose={onClose}
      initial={valuesOf(organization)}
      action={w.save}
      fields={fields}
      submit={(values, newest) =>
        save.send({
          path: { org_id: organization.id },
          etag: newest ?? etag,
          body: { quotas: quotasOf(values) },
        })
      }
      latest={async () => {
        const { data, response } = await call('GET', '/organizations/{org_id}', {
          path: { org_id: organization.id },
        });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}
