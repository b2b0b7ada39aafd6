import type { World } from '../world/world.ts';
import type { Sink } from './sink.ts';

/** An event of the log that everybody had to hear of. */
export interface Logged {
  readonly id: string;
  readonly name: string;
}

export interface Findings {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
}

/** One of the kinds that the log is relayed to (DECISIONS 29), wired so that every event has something to do. */
export interface Consumer {
  readonly name: string;
  /** Selects ids of what still has to be done. */
  readonly open: string;
  /** Selects ids of what has begun and not ended; null where nothing is ever in between. */
  readonly begun: string | null;
  judge(events: readonly Logged[]): Promise<Findings>;
}

/** Events that the scenario makes. */
export const EVENTS = `event_log e where e.event_type = 'site.created' and e.payload->>'name' like 'n%'`;

type Wire = (world: World, sink: Sink, url: string) => Promise<Consumer>;

const connections: Wire = async (world, sink, url) => {
  const connect = async (name: string, steps: readonly object[]): Promise<string> =>
    (
      await world.must('POST', '/fabric/connections', 201, {
        body: { name, source_event: 'site.created', steps },
      })
    ).body.id;
  const log = { operation_id: 'fabric.log', params: { message: 'site {{trigger.name}}' } };
  const told = {
    operation_id: 'fabric.webhook',
    params: { url: `${url}/run`, payload: { name: '{{trigger.name}}' } },
  };
  const noticed = {
    operation_id: 'fabric.notify',
    params: {
      channels: { in_app: { user_ids: [world.user_id] } },
      title: '{{trigger.name}}',
      body: 'made',
    },
  };
  const ids = [await connect('with effects', [log, told, noticed]), await connect('without', [log])];
  const missing = ids.map(
    (id) => `select e.id from ${EVENTS} and not exists (
      select from connection_runs r where r.connection_id = '${id}' and r.event_id = e.id and r.finished_at is not null)`,
  );
  return {
    name: 'connections',
    open: missing.join(' union all '),
    begun: `select id from connection_runs where status = 'running'`,
    async judge(events) {
      const runs = await world.rows<{ event_id: string; runs: number; good: number }>(
        `select event_id, count(*)::int as runs, count(*) filter (where status = 'succeeded')::int as good
         from connection_runs where connection_id = any($1::uuid[]) group by 1`,
        [ids],
      );
      const byEvent = new Map(runs.map((row) => [row.event_id, row]));
      const notices = await world.rows<{ title: string; n: number }>(
        `select title, count(*)::int as n from notices where category = 'fabric' group by 1`,
      );
      const noticedOf = new Map(notices.map(({ title, n }) => [title, n]));
      const delivered = idsBy(sink.at('/run').map(({ body, id }) => [String(body['name']), id]));
      return countedBy(events, ({ id, name }) => {
        const { runs = 0, good = 0 } = byEvent.get(id) ?? {};
        const counts = [runs / ids.length, good / ids.length, delivered(name), noticedOf.get(name) ?? 0];
        return { least: Math.min(...counts), most: Math.max(...counts) };
      });
    },
  };
};

/** How executions of a rule are looked at: those that wait or run, and those begun. */
export const executionsOf = (rule_id: string) => {
  const mine = `automation_executions x where x.rule_id = '${rule_id}'`;
  return {
    mine,
    open: `select e.id from ${EVENTS} and not exists (
      select from ${mine} and x.event_id = e.id and x.finished_at is not null)`,
    begun: `select x.id from ${mine} and x.status = 'running'`,
  };
};

const rules: Wire = async (world, sink, url) => {
  const { body } = await world.must('POST', '/automation/rules', 201, {
    body: {
      name: 'told by a rule',
      trigger_type: 'event',
      trigger_config: { event_pattern: 'site.created' },
      actions: [
        { action_type: 'webhook', params: { url: `${url}/rule`, payload: { name: '{{trigger.name}}' } } },
      ],
    },
  });
  const { mine, ...executions } = executionsOf(body.id);
  return {
    name: 'rules',
    ...executions,
    async judge(events) {
      const rows = await world.rows<{ event_id: string; n: number; good: number; ended: string }>(
        `select x.event_id, count(*)::int as n, count(*) filter (where x.status = 'succeeded')::int as good,
           string_agg(concat_ws(' ', x.status, x.reason, x.steps #> '{0,error}'), '; ') as ended
         from ${mine} group by 1`,
      );
      const byEvent = new Map(rows.map((row) => [row.event_id, row]));
      const delivered = idsBy(sink.at('/rule').map(({ body, id }) => [String(body['name']), id]));
      return countedBy(events, ({ id, name }) => {
        const { n = 0, good = 0, ended } = byEvent.get(id) ?? {};
        const counts = [n, good, delivered(name)];
        return { least: Math.min(...counts), most: Math.max(...counts), ended };
      });
    },
  };
};

const webhooks: Wire = async (world, sink, url) => {
  const { body } = await world.must('POST', '/webhooks', 201, {
    body: { name: 'told', url: `${url}/subscription`, events: ['site.created'] },
  });
  const mine = `webhook_deliveries d where d.subscription_id = '${body.id}'`;
  return {
    name: 'webhooks',
    open: `select e.id from ${EVENTS} and not exists (select from ${mine} and d.event_id = e.id and d.status = 'delivered')`,
    begun: `select d.id from ${mine} and d.status = 'waiting' and d.first_attempt_at is not null`,
    async judge(events) {
      const rows = await world.rows<{ event_id: string; sequence: number }>(
        `select d.event_id, d.sequence::int as sequence from ${mine} order by d.sequence`,
      );
      const held = new Map(rows.map(({ event_id, sequence }) => [event_id, sequence]));
      const came = sink.at('/subscription');
      const ids = idsBy(came.map(({ body, id }) => [String(body['id']), id]));
      const sequences = new Set(came.map(({ sequence }) => sequence));
      const { lost, doubled } = countedBy(events, ({ id }) => ({
        least: Math.min(ids(id), held.has(id) ? 1 : 0),
        most: ids(id),
      }));
      const holes = rows.filter(({ sequence }, index) => sequence !== index + 1 || !sequences.has(sequence));
      return {
        lost: [...lost, ...holes.map(({ sequence }) => `sequence ${sequence} of the subscription`)],
        doubled,
      };
    },
  };
};

/** Of so many events the inbox shows as many as its throttle lets in, and counts the others. */
const notifications: Wire = async (world) => {
  await world.must('PUT', '/notifications/preferences', 200, {
    body: {
      in_app: { enabled: true, minimum_priority: 'low', categories: null },
      throttle: { most: 1_000, minutes: 1 },
    },
  });
  const ours = `from notices n join event_log e on e.id = n.effect_id where e.event_type = 'site.created'
    and e.payload->>'name' like 'n%'`;
  return {
    name: 'notifications',
    open: `select e.id from ${EVENTS} and not exists (select from notices n where n.effect_id = e.id)`,
    begun: `select id from notification_deliveries where status = 'sending'`,
    async judge(events) {
      const rows = await world.rows<{ id: string; n: number }>(
        `select e.id, count(*)::int as n ${ours} group by 1`,
      );
      const noticed = new Map(rows.map(({ id, n }) => [id, n]));
      const { lost, doubled } = countedBy(events, ({ id }) => ({
        least: noticed.get(id) ?? 0,
        most: noticed.get(id) ?? 0,
      }));
      const [inbox] = await world.rows<{ told: number }>(
        `select coalesce(sum(1 + held_back), 0)::int as told from notifications where subject = 'site.created'
           and user_id = $1 and title not like '%: Site'`,
        [world.user_id],
      );
      const difference = (inbox?.told ?? 0) - events.length;
      const told = `${inbox?.told} told in the inbox of ${events.length}`;
      return {
        lost: difference < 0 ? [...lost, told] : lost,
        doubled: difference > 0 ? [...doubled, told] : doubled,
      };
    },
  };
};

/** How many different ids stand under each key. */
function idsBy(pairs: readonly (readonly [string, string])[]): (key: string) => number {
  const ids = new Map<string, Set<string>>();
  for (const [key, id] of pairs) ids.set(key, (ids.get(key) ?? new Set()).add(id));
  return (key) => ids.get(key)?.size ?? 0;
}

/** Events that something reached never, or more than once. */
export function countedBy(
  events: readonly Logged[],
  countsOf: (event: Logged) => {
    readonly least: number;
    readonly most: number;
    /** Ends of the runs, told beside the name. */
    readonly ended?: string | undefined;
  },
): { readonly lost: string[]; readonly doubled: string[] } {
  const counted = events.map((event) => ({ ...event, ...countsOf(event) }));
  return {
    lost: counted
      .filter(({ least }) => least < 1)
      .map(({ name, ended }) => (ended === undefined ? name : `${name} (${ended})`)),
    doubled: counted.filter(({ most }) => most > 1).map(({ name }) => name),
  };
}

/** Every kind that people wire. */
export const wireConsumers = (world: World, sink: Sink, url: string): Promise<readonly Consumer[]> =>
  Promise.all([connections, rules, webhooks, notifications].map((wire) => wire(world, sink, url)));
