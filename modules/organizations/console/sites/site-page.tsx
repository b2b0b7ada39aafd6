import {
  ActionButton,
  Button,
  Facts,
  Page,
  Panel,
  Tabs,
  type Tagged,
  Time,
  useGo,
  useParts,
  usePathParameter,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EditSite, type Site } from './site-form.tsx';
import { texts } from './texts.ts';

export default function SitePage() {
  const site_id = usePathParameter('site_id');
  const read = useTagged('/sites/{site_id}', { path: { site_id } });
  return <WaitingFor read={read}>{(tagged) => <SiteDetails {...tagged} />}</WaitingFor>;
}

function SiteDetails({ data: site, etag }: Tagged<Site>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const parts = useParts('site.tab');
  return (
    <Page title={site.name} actions={<SiteActions data={site} etag={etag} />}>
      <Tabs
        label={site.name}
        tabs={[
          {
            id: 'overview',
            title: w.overview,
            content: () => (
              <Panel>
                <Facts
                  facts={[
                    [t.slug, <code key="slug">{site.slug}</code>],
                    [t.timezone, site.timezone],
                    [t.address, site.address],
                    [w.description, site.description],
                    [w.created, <Time key="created" at={site.created_at} form="full" />],
                    [w.updated, <Time key="updated" at={site.updated_at} form="full" />],
                  ]}
                />
              </Panel>
            ),
          },
          ...parts.map(({ id, title, Component }) => ({
            id,
            title,
            content: () => <Component site_id={site.id} />,
          })),
        ]}
      />
    </Page>
  );
}

function SiteActions({ data: site, etag }: Tagged<Site>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [isEditing, setEditing] = useState(false);
  const remove = useWrite('DELETE', '/sites/{site_id}', { done: t.deleted, onDone: () => go('/sites') });
  return (
    <>
      {mayCall('PATCH', '/sites/{site_id}') ? (
        <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      ) : null}
      {mayCall('DELETE', '/sites/{site_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question }}
          run={() => remove.run({ path: { site_id: site.id } })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
      {isEditing ? <EditSite site={site} etag={etag} isOpen onClose={() => setEditing(false)} /> : null}
    </>
  );
}
