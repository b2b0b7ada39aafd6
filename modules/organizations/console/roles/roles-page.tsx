import { Button, Figure, Notice, Page, ResourceList, Time, useTexts, words } from '@patchbay/console-kit';
import { useState } from 'react';
import { NewRole } from './role-form.tsx';
import { texts } from './texts.ts';

export default function RolesPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [isCreating, setCreating] = useState(false);
  const create = (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  );
  return (
    <Page title={t.roles} summary={t.summary} actions={create}>
      <Notice>{t.fixed_hint}</Notice>
      <ResourceList
        path="/roles"
        label={t.roles}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'description',
            title: w.description,
            cell: ({ description }) => description,
            text: ({ description }) => description,
          },
          {
            id: 'permissions',
            title: t.permissions,
            align: 'end',
            cell: ({ permissions }) => <Figure value={permissions.length} />,
            text: ({ permissions }) => permissions.join(' '),
          },
          {
            id: 'updated',
            title: w.updated,
            sort: 'updated_at',
            cell: ({ updated_at }) => <Time at={updated_at} />,
            text: ({ updated_at }) => updated_at,
          },
        ]}
        sort="name"
        rowHref={({ id }) => `/roles/${id}`}
        nameOf={({ name }) => name}
        exportName="roles"
        viewsOf="roles"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? <NewRole isOpen onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
