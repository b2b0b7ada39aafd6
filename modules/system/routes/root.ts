import { route } from '@patchbay/kernel/http';
import Type from 'typebox';
import { ENTRANCES } from '../contract.ts';

const JSON_TYPE = 'application/json';

/** Entrances of modules stand beside the fields of SPEC 4.1, under their own names. */
const Root = Type.Object(
  { app: Type.String(), docs: Type.String(), api: Type.String() },
  { additionalProperties: Type.String() },
);

export const root = route({
  id: 'system.root',
  method: 'GET',
  path: '/',
  mount: 'root',
  summary: 'Where to go from here',
  description:
    'A caller whose `Accept` prefers the media type of an entrance, such as a browser, is sent to it.',
  access: { public: 'names the service only (SPEC 4.1)' },
  rate: 'exempt',
  lenient: true,
  reply: Root,
  replies: { 303: Root },
  deps: { entrances: ENTRANCES.all },
  handle: ({ deps, request, reply }) => {
    const entrances = deps.entrances.values;
    const preferred = request.accepts([JSON_TYPE, ...entrances.map(({ media_type }) => media_type)]);
    const entrance = entrances.find(({ media_type }) => media_type === preferred);
    reply.header('Vary', 'Accept');
    if (entrance !== undefined) {
      reply.status(303);
      reply.header('Location', entrance.path);
    }
    const paths = Object.fromEntries(entrances.map(({ name, path }) => [name, path]));
    return { ...paths, app: 'Patchbay', docs: '/api/v1/docs', api: '/api/v1' };
  },
});
