import type { World } from '../world/world.ts';
import { type Consumer, EVENTS, type Findings, type Logged } from './relay-consumers.ts';

interface Run {
  readonly event_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

const REST_SECONDS = 3;
/** A transaction that grants a rest may have begun so long before it did. */
const SLACK_MS = 2_000;

interface Mode {
  readonly name: string;
  readonly fields: object;
  /** Why an event of it may go without a run of its steps. */
  readonly refusal: RegExp | null;
  /** What its runs must not show, oldest first. */
  readonly clashes: (ran: readonly Run[]) => readonly string[];
}

/** Runs that went on at the same time. */
function overlaps(ran: readonly Run[]): readonly string[] {
  const sorted = ran.toSorted((one, other) => Number(one.started_at) - Number(other.started_at));
  return sorted.flatMap(({ event_id, started_at }, index) =>
    Number(started_at) < Number(sorted[index - 1]?.finished_at ?? 0)
      ? [`${event_id} ran beside another`]
      : [],
  );
}

/** More runs than the time had room for. */
function tooOften(ran: readonly Run[]): readonly string[] {
  const createdMs = ran.map(({ created_at }) => Number(created_at));
  const tookMs = Math.max(...createdMs) - Math.min(...createdMs) + SLACK_MS;
  const most = 1 + Math.floor(tookMs / (REST_SECONDS * 1_000));
  return ran.length > most ? [`${ran.length} runs in ${tookMs} ms`] : [];
}

const MODES: readonly Mode[] = [
  { name: 'queued', fields: { mode: 'queued' }, refusal: null, clashes: overlaps },
  { name: 'single', fields: { mode: 'single' }, refusal: /^single: a run is under way$/, clashes: overlaps },
  {
    name: 'resting',
    fields: { cooldown_seconds: REST_SECONDS },
    refusal: /^cooldown$/,
    clashes: tooOften,
  },
];

/** Connections that let one run go on at a time, or rest in between, whichever process carries the run out. */
export const wireModes = (world: World, url: string): Promise<readonly Consumer[]> =>
  Promise.all(MODES.map((mode) => wireMode(world, url, mode)));

async function wireMode(world: World, url: string, mode: Mode): Promise<Consumer> {
  const params = { url: `${url}/${mode.name}`, payload: { name: '{{trigger.name}}' } };
  const steps = [{ operation_id: 'fabric.webhook', params }];
  const { body } = await world.must('POST', '/fabric/connections', 201, {
    body: { name: mode.name, source_event: 'site.created', steps, ...mode.fields },
  });
  const mine = `connection_runs r where r.connection_id = '${body.id}'`;
  return {
    name: mode.name,
    open: `select e.id from ${EVENTS} and not exists (
      select from ${mine} and r.event_id = e.id and r.finished_at is not null)`,
    begun: `select r.id from ${mine} and r.status = 'running'`,
    judge: async (events) => judge(mode, events, await world.rows<Run>(`select r.* from ${mine}`)),
  };
}

function judge({ refusal, clashes }: Mode, events: readonly Logged[], runs: readonly Run[]): Findings {
  const byEvent = Map.groupBy(runs, ({ event_id }) => event_id);
  const isEnded = ({ status, reason }: Run): boolean =>
    status === 'succeeded' || (status === 'skipped' && refusal?.test(reason ?? '') === true);
  const ran = runs.filter(({ status }) => status === 'succeeded');
  const told = (id: string): string =>
    (byEvent.get(id) ?? []).map(({ status, reason }) => `${status} ${reason ?? ''}`).join('; ');
  const lost = events
    .filter(({ id }) => !byEvent.get(id)?.some(isEnded))
    .map(({ id, name }) => `${name} (${told(id)})`);
  const twice = events.filter(({ id }) => (byEvent.get(id)?.length ?? 0) > 1).map(({ name }) => name);
  return {
    lost: ran.length === 0 ? [...lost, 'nothing ran'] : lost,
    doubled: [...twice, ...clashes(ran)],
  };
}
