import {
  ActionButton,
  Button,
  Facts,
  Notice,
  Page,
  Panel,
  type ReplyOf,
  Tabs,
  type Tagged,
  Time,
  useGo,
  usePathParameter,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { NotificationDeliveries } from '../deliveries/notification-deliveries.tsx';
import { EditChannel } from './channel-form.tsx';
import type { Channel } from './channel-values.ts';
import { ChannelState } from './channels-page.tsx';
import { QuietText } from './quiet-text.tsx';
import { texts } from './texts.ts';

export default function ChannelPage() {
  const channel_id = usePathParameter('channel_id');
  const read = useTagged(
    '/notifications/channels/{channel_id}',
    { path: { channel_id } },
    { live: ['notifications.**'] },
  );
  return <WaitingFor read={read}>{(tagged) => <ChannelDetails {...tagged} />}</WaitingFor>;
}

type TestReply = ReplyOf<'POST', '/notifications/channels/{channel_id}/test'>;

function ChannelDetails({ data: channel, etag }: Tagged<Channel>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [tested, setTested] = useState<TestReply | null>(null);
  return (
    <Page
      title={channel.name}
      marks={<ChannelState channel={channel} />}
      summary={t[channel.kind]}
      actions={<ChannelActions data={channel} etag={etag} onTested={setTested} />}
    >
      {tested === null ? null : <TestOutcome tested={tested} />}
      {channel.failing_since === null ? null : (
        <Notice kind="bad" title={t.failing}>
          <p>
            {t.failing_since} <Time at={channel.failing_since} />: {channel.last_error}
          </p>
        </Notice>
      )}
      <Tabs
        label={channel.name}
        tabs={[
          { id: 'overview', title: w.overview, content: () => <ChannelFacts channel={channel} /> },
          {
            id: 'deliveries',
            title: t.deliveries,
            content: () => <NotificationDeliveries channel_id={channel.id} prefix="d_" />,
          },
        ]}
      />
    </Page>
  );
}

function TestOutcome({ tested }: { readonly tested: TestReply }) {
  const t = useTexts(texts);
  return tested.delivered ? (
    <Notice kind="good" isUrgent>
      {t.test_delivered}
    </Notice>
  ) : (
    <Notice kind="bad" title={t.test_failed} isUrgent>
      {tested.message}
    </Notice>
  );
}

function ChannelFacts({ channel }: { readonly channel: Channel }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Panel>
      <Facts
        facts={[
          [w.kind, t[channel.kind]],
          [t.host, channel.host === null ? null : <code key="host">{channel.host}</code>],
          [t.events_from, channel.minimum_priority ?? t.no_events],
          [t.categories, channel.categories === null ? t.all_categories : channel.categories.join(', ')],
          [t.digest, channel.digest_minutes],
          [t.open_to_users, channel.open_to_users ? w.yes : w.no],
          [t.quiet_hours, <QuietText key="quiet" quiet={channel.quiet_hours} />],
          [w.created, <Time key="created" at={channel.created_at} form="full" />],
          [w.updated, <Time key="updated" at={channel.updated_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

interface ActionsProps extends Tagged<Channel> {
  onTested(tested: TestReply): void;
}

function ChannelActions({ data: channel, etag, onTested }: ActionsProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [isEditing, setEditing] = useState(false);
  const path = { channel_id: channel.id };
  const test = useWrite('POST', '/notifications/channels/{channel_id}/test', { onDone: onTested });
  const remove = useWrite('DELETE', '/notifications/channels/{channel_id}', {
    done: t.deleted,
    onDone: () => go('/channels'),
  });
  if (!mayCall('PATCH', '/notifications/channels/{channel_id}')) return null;
  return (
    <>
      <ActionButton variant="primary" run={() => test.run({ path })}>
        {t.test}
      </ActionButton>
      <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      <ActionButton
        variant="danger"
        confirm={{ title: t.delete_question(channel.name) }}
        run={() => remove.run({ path })}
      >
        {w.delete}
      </ActionButton>
      {isEditing ? (
        <EditChannel channel={channel} etag={etag} isOpen onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}
