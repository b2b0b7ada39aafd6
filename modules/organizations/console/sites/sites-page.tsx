import { Button, Page, ResourceList, Time, useSession, useTexts, words } from '@patchbay/console-kit';
import { useState } from 'react';
import { NewSite } from './site-form.tsx';
import { texts } from './texts.ts';

export default function SitesPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const create = mayCall('POST', '/sites') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Page title={t.sites} summary={t.summary} actions={create}>
      <ResourceList
        path="/sites"
        label={t.sites}
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
            id: 'devices',
            title: t.devices,
            align: 'end',
            cell: ({ device_count }) => device_count,
            text: ({ device_count }) => device_count,
          },
          {
            id: 'timezone',
            title: t.timezone,
            cell: ({ timezone }) => timezone,
            text: ({ timezone }) => timezone,
          },
          { id: 'address', title: t.address, cell: ({ address }) => address, text: ({ address }) => address },
          {
            id: 'updated',
            title: w.updated,
            sort: 'updated_at',
            cell: ({ updated_at }) => <Time at={updated_at} />,
            text: ({ updated_at }) => updated_at,
          },
        ]}
        sort="name"
        rowHref={({ id }) => `/sites/${id}`}
        nameOf={({ name }) => name}
        exportName="sites"
        viewsOf="sites"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      <NewSite isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}
