import { pageQuerySchema } from '@patchbay/kernel/database';
import { resource, route } from '@patchbay/kernel/http';
import { tooManyChannels } from '../errors.ts';
import { ChannelInput, ChannelPatch, ChannelReply, TestReply } from '../schemas.ts';
import { DirectNotices } from '../services/intake/direct-notices.ts';
import { KeptChannels } from '../services/preferences/kept-channels.ts';

const read = { authenticated: true, firstParty: true } as const;
const write = { role: 'org_admin' } as const;

const channels = resource({
  id: 'notifications',
  path: '/notifications/channels',
  parameter: 'channel_id',
  service: KeptChannels,
  read,
  write,
  reply: ChannelReply,
});

export const channelRoutes = [
  channels.list({
    id: 'notifications.list_channels',
    summary: 'Channels that the organization keeps; without administration those that are open to users',
    query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
  }),
  channels.create({
    id: 'notifications.create_channel',
    summary: 'Keep a channel: an incoming webhook of Slack or Teams, or any other receiver',
    body: ChannelInput,
    errors: [tooManyChannels],
  }),
  channels.get({
    id: 'notifications.get_channel',
    summary: 'One channel',
  }),
  channels.update({
    id: 'notifications.update_channel',
    summary: 'Change a channel',
    body: ChannelPatch,
  }),
  channels.remove({
    id: 'notifications.delete_channel',
    summary: 'Delete a channel; waiting messages are not sent',
  }),
  route({
    id: 'notifications.test_channel',
    method: 'POST',
    path: '/notifications/channels/{channel_id}/test',
    summary: 'Send a message to a channel and say whether it got there',
    access: write,
    reply: TestReply,
    deps: { notices: DirectNotices },
    handle: async ({ principal, params, request, deps }) => {
      const { notice_id, delivered, failures } = await deps.notices.test(
        principal,
        params.channel_id,
        request.signal,
      );
      return { notice_id, delivered: delivered.length > 0, message: failures[0]?.message ?? null };
    },
  }),
];
