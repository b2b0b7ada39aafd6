import {
  Badge,
  Button,
  Page,
  ResourceList,
  type RowOf,
  Time,
  useSession,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { PriorityBadge } from '../priority.tsx';
import { NewChannel } from './channel-form.tsx';
import { texts } from './texts.ts';

type Channel = RowOf<'/notifications/channels'>;

/** Whether messages get through to it. */
export function ChannelState({ channel }: { readonly channel: Channel }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  if (!channel.is_enabled) return <Badge>{w.disabled}</Badge>;
  return channel.failing_since === null ? (
    <Badge kind="good">{w.enabled}</Badge>
  ) : (
    <Badge kind="bad">{t.failing}</Badge>
  );
}

export default function ChannelsPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const create = mayCall('POST', '/notifications/channels') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  return (
    <Page title={t.channels} summary={t.summary} actions={create}>
      <ResourceList
        path="/notifications/channels"
        label={t.channels}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          { id: 'kind', title: w.kind, cell: ({ kind }) => t[kind], text: ({ kind }) => kind },
          { id: 'host', title: t.host, cell: ({ host }) => <code>{host}</code>, text: ({ host }) => host },
          {
            id: 'status',
            title: w.status,
            cell: (channel) => <ChannelState channel={channel} />,
            text: ({ is_enabled }) => is_enabled,
          },
          {
            id: 'events',
            title: t.events_from,
            cell: ({ minimum_priority }) =>
              minimum_priority === null ? t.no_events : <PriorityBadge priority={minimum_priority} />,
            text: ({ minimum_priority }) => minimum_priority,
          },
          {
            id: 'open',
            title: t.open_to_users,
            cell: ({ open_to_users }) => (open_to_users ? w.yes : w.no),
            text: ({ open_to_users }) => open_to_users,
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
        rowHref={({ id }) => `/channels/${id}`}
        nameOf={({ name }) => name}
        live={['notifications.**']}
        exportName="channels"
        viewsOf="channels"
        empty={{ title: t.empty, hint: t.empty_hint, action: create }}
      />
      {isCreating ? <NewChannel isOpen onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
