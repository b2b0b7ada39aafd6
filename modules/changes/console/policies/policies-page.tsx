import {
  ActionButton,
  Badge,
  Button,
  Page,
  ResourceList,
  Row,
  SiteLink,
  Time,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EditPolicy, NewPolicy } from './policy-form.tsx';
import { texts } from './texts.ts';

export default function PoliciesPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [edited, edit] = useState<string | null>(null);
  const remove = useWrite('DELETE', '/changes/policies/{policy_id}', { done: t.deleted });
  const create = mayCall('POST', '/changes/policies') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Page title={t.policies} summary={t.summary} actions={create}>
      <ResourceList
        path="/changes/policies"
        label={t.policies}
        columns={[
          {
            id: 'pattern',
            title: t.pattern,
            sort: 'feature_pattern',
            cell: ({ feature_pattern }) => <code>{feature_pattern}</code>,
            text: ({ feature_pattern }) => feature_pattern,
          },
          { id: 'name', title: w.name, cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'site',
            title: w.site,
            cell: ({ site_id }) => (site_id === null ? t.all_sites : <SiteLink site_id={site_id} />),
            text: ({ site_id }) => site_id,
          },
          {
            id: 'risk',
            title: t.risk,
            cell: ({ risk }) =>
              risk === 'catastrophic' ? (
                <Badge kind="bad">{t.catastrophic}</Badge>
              ) : risk === null ? (
                t.any_risk
              ) : (
                t.normal
              ),
            text: ({ risk }) => risk,
          },
          {
            id: 'approvers',
            title: t.approvers,
            align: 'end',
            cell: ({ min_approvers }) => min_approvers,
            text: ({ min_approvers }) => min_approvers,
          },
          {
            id: 'step_up',
            title: t.step_up,
            cell: ({ step_up }) => (step_up ? w.yes : w.no),
            text: ({ step_up }) => step_up,
          },
          {
            id: 'created',
            title: w.created,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
            text: ({ created_at }) => created_at,
          },
        ]}
        filters={[{ kind: 'site', key: 'site_id', label: w.site }]}
        sort="-created_at"
        nameOf={({ name, feature_pattern }) => name ?? feature_pattern}
        live={['settings.approval_policy.changed']}
        exportName="approval-policies"
        rowActions={({ id }) => (
          <Row>
            {mayCall('PATCH', '/changes/policies/{policy_id}') ? (
              <Button onPress={() => edit(id)}>{w.edit}</Button>
            ) : null}
            {mayCall('DELETE', '/changes/policies/{policy_id}') ? (
              <ActionButton
                variant="danger"
                confirm={{ title: t.delete_question }}
                run={() => remove.run({ path: { policy_id: id } })}
              >
                {w.delete}
              </ActionButton>
            ) : null}
          </Row>
        )}
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? <NewPolicy onClose={() => setCreating(false)} /> : null}
      {edited === null ? null : <EditPolicy policy_id={edited} onClose={() => edit(null)} />}
    </Page>
  );
}
