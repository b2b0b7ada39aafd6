import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { tooManyChannels } from '../errors.ts';
import { ChannelInput, ChannelPatch, ChannelReply, TestReply } from '../schemas.ts';
import { DirectNotices } from '../services/intake/direct-notices.ts';
import { KeptChannels } from '../services/preferences/kept-channels.ts';

const deps = { channels: KeptChannels };
const read = { authenticated: true, firstParty: true } as const;
const write = { role: 'org_admin' } as const;

export const channelRoutes = [
  route({
    id: 'notifications.list_channels',
    method: 'GET',
    path: '/notifications/channels',
    summary: 'Channels that the organization keeps; without administration those that are open to users',
    access: read,
    query: pageQuerySchema({ sort: ['name', 'created_at', 'updated_at'] }),
    reply: pageSchema(ChannelReply),
    deps,
    handle: ({ principal, query, deps }) => deps.channels.list(principal, query),
  }),
  route({
    id: 'notifications.create_channel',
    method: 'POST',
    path: '/notifications/channels',
    summary: 'Keep a channel: an incoming webhook of Slack or Teams, or any other receiver',
    access: write,
    body: ChannelInput,
    reply: ChannelReply,
    status: 201,
    errors: [tooManyChannels],
    deps,
    handle: ({ principal, body, deps }) => deps.channels.create(principal, body),
  }),
  route({
    id: 'notifications.get_channel',
    method: 'GET',
    path: '/notifications/channels/{channel_id}',
    summary: 'One channel',
    access: read,
    reply: ChannelReply,
    deps,
    handle: ({ principal, params, deps }) => deps.channels.get(principal, params.channel_id),
  }),
  route({
    id: 'notifications.update_channel',
    method: 'PATCH',
    path: '/notifications/channels/{channel_id}',
    summary: 'Change a channel',
    access: write,
    body: ChannelPatch,
    reply: ChannelReply,
    deps,
    handle: ({ principal, params, body, request, deps }) =>
      deps.channels.update(principal, params.channel_id, body, request.if_match),
  }),
  route({
    id: 'notifications.delete_channel',
    method: 'DELETE',
    path: '/notifications/channels/{channel_id}',
    summary: 'Stop keeping a channel; what waits for it is not sent',
    access: write,
    status: 204,
    deps,
    handle: ({ principal, params, request, deps }) =>
      deps.channels.remove(principal, params.channel_id, request.if_match),
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
