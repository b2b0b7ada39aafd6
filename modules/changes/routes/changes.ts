import { type PageQuery, pageOf, pageSchema } from '@patchbay/kernel/database';
import { route } from '@patchbay/kernel/http';
import { adapterErrors } from '@patchbay/vendor-kit';
import { AttemptSchema, CHANGES, ChangeSchema } from '../contract.ts';
import {
  ChangeListQuery,
  ChangeQuery,
  FeatureListQuery,
  FeatureSchema,
  HistoryQuery,
  TimelineSchema,
} from '../schemas/history.ts';
import { CallsSchema, PreviewQuery, PreviewSchema } from '../schemas/preview.ts';
import { ChangeCalls } from '../services/preview/change-calls.ts';
import { ChangePreviews } from '../services/preview/change-previews.ts';
import { ChangeStore } from '../services/record/change-store.ts';
import { viewOfAttempt } from '../services/record/change-view.ts';
import { timelineOf } from '../services/record/timeline.ts';
import { FeatureIndex } from '../services/staging/feature-index.ts';
import { featureList } from '../services/staging/feature-list.ts';

const readers = { permission: 'controller:read' } as const;

const textIn = (item: unknown): readonly string[] =>
  Object.values(item ?? {}).filter((value): value is string => typeof value === 'string');

/** One page of a list that is held in memory and bounded. */
const cut = <T>(everything: readonly T[], query: PageQuery) => {
  const words = query.search?.toLowerCase();
  const all = words
    ? everything.filter((item) => textIn(item).some((text) => text.toLowerCase().includes(words)))
    : everything;
  const items = all.slice((query.page - 1) * query.per_page, query.page * query.per_page);
  return { ...pageOf(items, all.length, query), items };
};

/** A history belongs to the site of its change. */
const atSite = (change: { readonly site_id: string | null }, { site_id }: PageQuery): boolean =>
  site_id === undefined || change.site_id === site_id;

const listChanges = route({
  id: 'changes.list',
  method: 'GET',
  path: '/changes',
  summary: 'List staged writes of all vendors, newest first',
  access: readers,
  query: ChangeListQuery,
  reply: pageSchema(ChangeSchema),
  deps: { changes: CHANGES },
  async handle({ query, principal, deps }) {
    const { items, total } = await deps.changes.list(principal, query, query);
    return { ...pageOf(items, total, query), items: [...items] };
  },
});

const getChange = route({
  id: 'changes.get',
  method: 'GET',
  path: '/changes/{id}',
  summary: 'Get a staged write; refresh=true compares it with the device itself',
  access: readers,
  query: ChangeQuery,
  reply: ChangeSchema,
  errors: Object.values(adapterErrors),
  deps: { changes: CHANGES },
  handle: ({ params, query, principal, deps }) =>
    deps.changes.get(principal, params.id, { refresh: query.refresh ?? false }),
});

const previewChange = route({
  id: 'changes.preview',
  method: 'GET',
  path: '/changes/{id}/preview',
  summary: 'Say what applying a staged write would do, and what stands against it; nothing is written',
  access: readers,
  query: PreviewQuery,
  reply: PreviewSchema,
  errors: Object.values(adapterErrors),
  deps: { previews: ChangePreviews },
  handle: ({ params, query, principal, deps }) => deps.previews.preview(principal, params.id, query),
});

const callsOfChange = route({
  id: 'changes.calls',
  method: 'GET',
  path: '/changes/{id}/calls',
  summary:
    'List the requests that applying a staged write would send to its device; none that writes is sent',
  access: readers,
  reply: CallsSchema,
  errors: Object.values(adapterErrors),
  deps: { calls: ChangeCalls },
  handle: ({ params, principal, deps }) => deps.calls.of(principal, params.id),
});

const listAttempts = route({
  id: 'changes.attempts',
  method: 'GET',
  path: '/changes/{id}/attempts',
  summary: 'List the attempts to apply a staged write, newest first',
  access: readers,
  query: HistoryQuery,
  reply: pageSchema(AttemptSchema),
  deps: { store: ChangeStore },
  async handle({ params, query, principal, deps }) {
    const { change, attempts } = await deps.store.history(principal, params.id);
    return cut(atSite(change, query) ? attempts.map(viewOfAttempt) : [], query);
  },
});

const getTimeline = route({
  id: 'changes.timeline',
  method: 'GET',
  path: '/changes/{id}/timeline',
  summary: 'Everything that happened to a staged write, newest first',
  access: readers,
  query: HistoryQuery,
  reply: pageSchema(TimelineSchema),
  deps: { store: ChangeStore },
  async handle({ params, query, principal, deps }) {
    const { change, attempts, comments, votes } = await deps.store.history(principal, params.id);
    return cut(atSite(change, query) ? timelineOf(change, attempts, comments, votes) : [], query);
  },
});

const listFeatures = route({
  id: 'changes.features',
  method: 'GET',
  path: '/changes/features',
  summary: 'List the features that can be staged, with the schema of each payload',
  access: { authenticated: true },
  query: FeatureListQuery,
  reply: pageSchema(FeatureSchema),
  deps: { features: FeatureIndex },
  handle: ({ query, deps }) => cut(featureList(deps.features, query), query),
});

export const changeRoutes = [
  listChanges,
  getChange,
  previewChange,
  callsOfChange,
  listAttempts,
  getTimeline,
  listFeatures,
];
