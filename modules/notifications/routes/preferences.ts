import { route } from '@patchbay/kernel/http';
import { oneself } from '@patchbay/kernel/permissions';
import { PreferenceInput, PreferenceReply } from '../schemas.ts';
import { Preferences } from '../services/preferences/preferences.ts';

const deps = { preferences: Preferences };
const access = { authenticated: true, firstParty: true } as const;

export const preferenceRoutes = [
  route({
    id: 'notifications.get_preferences',
    method: 'GET',
    path: '/notifications/preferences',
    summary: 'Get your notification preferences',
    access,
    reply: PreferenceReply,
    deps,
    handle: ({ principal, deps }) => deps.preferences.get(principal),
  }),
  route({
    id: 'notifications.set_preferences',
    method: 'PUT',
    path: '/notifications/preferences',
    summary: 'Replace your notification preferences; missing ones get their defaults',
    access: oneself,
    body: PreferenceInput,
    reply: PreferenceReply,
    deps,
    handle: ({ principal, body, request, deps }) => deps.preferences.put(principal, body, request.if_match),
  }),
];
