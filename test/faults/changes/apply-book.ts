import type { Tally } from '../world/tally.ts';
import type { World } from '../world/world.ts';

/** A change that was staged for a kill, and what its router must show of it. */
export interface Watched {
  readonly change_id: string;
  /** Stands in every push of it, and in no other push after `since`. */
  readonly marker: string;
  /** Position of the router's ledger when it was staged. */
  readonly since: number;
  readonly kill: number;
  /** Where the kill met it, if that was chosen. */
  readonly point?: { readonly name: string; readonly outcome: string | null; readonly pushes: number };
}

interface Attempt {
  readonly outcome: string;
  readonly error_type: string | null;
  readonly error: string | null;
  readonly sent_hash: string | null;
  readonly payload_hash: string;
  readonly finished_at: Date | null;
}

interface Told {
  readonly applied: number;
  readonly failed: number;
}

const MAX_MS = 60_000;
const OPEN = `select id from change_attempts where outcome = 'running'
  union all select id from change_sets where status in ('running', 'scheduled')`;

/** Keeps what was staged and acknowledged, and compares it in the end with the router's ledger and the database. */
export class ApplyBook {
  readonly #world: World;
  readonly #watched: Watched[] = [];
  readonly #acknowledged = new Set<string>();
  readonly #downs: { readonly fromMs: number; readonly toMs: number }[] = [];
  readonly #untrue: string[] = [];
  #missed = 0;

  constructor(world: World) {
    this.#world = world;
  }

  watch(watched: Watched): void {
    this.#watched.push(watched);
  }

  acknowledge(change_id: string): void {
    this.#acknowledged.add(change_id);
  }

  /** From a kill until the platform took requests again. */
  down(fromMs: number, toMs: number): void {
    this.#downs.push({ fromMs, toMs });
  }

  /** The kill met it elsewhere than at its point. */
  missed(kill: number): void {
    this.#missed += 1;
    this.#watched.forEach((watched, index) => {
      const { point, ...kept } = watched;
      if (watched.kill === kill) this.#watched[index] = kept;
    });
  }

  /** Found by another caller. */
  add(untrue: readonly string[]): void {
    this.#untrue.push(...untrue);
  }

  async close(): Promise<Tally> {
    const stuck = [...(await this.#world.drained(OPEN, MAX_MS))];
    const lost: string[] = [];
    const doubled: string[] = [];
    const untrue = [...this.#untrue];
    for (const watched of this.#watched) {
      const { change_id, point } = watched;
      const [status, attempt, told] = await this.#recordsOf(change_id);
      const pushes = this.#pushesOf(watched);
      const name = `${change_id} (kill ${watched.kill}, ${point?.name ?? 'at any moment'})`;
      const isApplied = status === 'applied';
      if (pushes > 1 || told.applied > 1 || told.failed > 1) doubled.push(name);
      if (isApplied && (pushes !== 1 || told.applied !== 1)) lost.push(name);
      if (this.#acknowledged.has(change_id) && !isApplied) lost.push(name);
      if (attempt?.outcome === 'unknown' && told.failed !== 1) lost.push(`${name}: not told`);
      const lie = point && lieOf(point, attempt, pushes);
      if (lie) untrue.push(`${name}: ${lie}`);
      if (attempt && isFalse(attempt, pushes)) untrue.push(`${name}: ${JSON.stringify({ attempt, pushes })}`);
      const tookMs = this.#upMs(watched.kill, Number(attempt?.finished_at));
      if (tookMs > MAX_MS) stuck.push(`${name}: ${tookMs} ms`);
    }
    const { body } = await this.#world.must('GET', '/audit/validate', 200);
    if (body.valid !== true) lost.push(`audit chain: ${JSON.stringify(body)}`);
    const { size: acknowledged } = this.#acknowledged;
    return { kills: this.#downs.length, acknowledged, lost, doubled, stuck, untrue, missed: this.#missed };
  }

  /** How long the platform ran between a kill and the end of an attempt. */
  #upMs(kill: number, endedMs: number): number {
    const since = this.#downs.slice(kill);
    const downMs = since.reduce((sum, { fromMs, toMs }) => {
      return sum + Math.max(0, Math.min(toMs, endedMs) - fromMs);
    }, 0);
    return endedMs - (since[0]?.fromMs ?? endedMs) - downMs;
  }

  #pushesOf({ marker, since }: Watched): number {
    return this.#world.lab.ledger
      .entries(since)
      .filter(({ outcome, body }) => outcome.result === 'executed' && body.includes(`"${marker}"`)).length;
  }

  async #recordsOf(change_id: string): Promise<readonly [string, Attempt | undefined, Told]> {
    const [change] = await this.#world.rows<{ status: string }>(
      'select status from pending_changes where id = $1',
      [change_id],
    );
    const attempts = await this.#world.rows<Attempt>('select * from change_attempts where change_id = $1', [
      change_id,
    ]);
    const [told = { applied: 0, failed: 0 }] = await this.#world.rows<Told>(
      `select count(*) filter (where event_type = 'controller.change.applied')::int as applied,
        count(*) filter (where event_type = 'controller.change.failed')::int as failed
      from event_log where payload->>'change_id' = $1`,
      [change_id],
    );
    return [change?.status ?? 'gone', attempts[0], told];
  }
}

/** What the kill at a chosen point must leave. */
function lieOf(point: NonNullable<Watched['point']>, attempt: Attempt | undefined, pushes: number) {
  const outcome = attempt?.outcome ?? null;
  if (outcome === point.outcome && pushes === point.pushes) return null;
  return `ended ${outcome} (${attempt?.error}) with ${pushes} pushes`;
}

/** What no attempt may say, wherever it was when the kill came. */
function isFalse({ outcome, error_type, error, sent_hash, payload_hash }: Attempt, pushes: number): boolean {
  if (sent_hash === null) return pushes > 0 || outcome === 'succeeded';
  if (sent_hash !== payload_hash || error?.includes('before the push') === true) return true;
  return outcome === 'failed' && error_type !== 'not_verified' && pushes > 0;
}
