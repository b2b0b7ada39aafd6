import { Badge, Button, Figure, ResourceList, Time, useTexts, words } from '@patchbay/console-kit';
import { useState } from 'react';
import { NewOrganization } from './organization-form.tsx';
import { texts } from './texts.ts';

/** All organizations of the platform. */
export function OrganizationList() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [isCreating, setCreating] = useState(false);
  return (
    <div className="stack" data-gap="small">
      <div>
        <Button variant="primary" onPress={() => setCreating(true)}>
          {t.new}
        </Button>
      </div>
      <ResourceList
        path="/organizations"
        label={t.all}
        prefix="o_"
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          {
            id: 'slug',
            title: t.slug,
            sort: 'slug',
            cell: ({ slug }) => <code>{slug}</code>,
            text: ({ slug }) => slug,
          },
          {
            id: 'status',
            title: w.status,
            cell: ({ is_active }) => (
              <Badge kind={is_active ? 'good' : 'bad'}>{is_active ? t.active_word : t.inactive}</Badge>
            ),
            text: ({ is_active }) => is_active,
          },
          {
            id: 'users',
            title: t.users,
            align: 'end',
            cell: ({ counts }) => <Figure value={counts['users'] ?? 0} />,
            text: ({ counts }) => counts['users'],
          },
          {
            id: 'devices',
            title: t.devices,
            align: 'end',
            cell: ({ counts }) => <Figure value={counts['devices'] ?? 0} />,
            text: ({ counts }) => counts['devices'],
          },
          {
            id: 'created',
            title: w.created,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
            text: ({ created_at }) => created_at,
          },
        ]}
        sort="name"
        rowHref={({ id }) => `/organizations/${id}`}
        nameOf={({ name }) => name}
        exportName="organizations"
        empty={{ title: t.empty }}
      />
      {isCreating ? <NewOrganization onClose={() => setCreating(false)} /> : null}
    </div>
  );
}
