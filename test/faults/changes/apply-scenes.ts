import { waitFor } from '../../harness/wait-for.ts';
import type { World } from '../world/world.ts';
import type { ApplyBook, Watched } from './apply-book.ts';
import { type ApplyPoint, applyPoints, type Reached } from './apply-points.ts';
import { beginConfirmation, confirmationPoints, judgeConfirmation } from './confirmation-points.ts';

const FEATURE = 'routeros.firewall.filter';
const MENU = '/rest/ip/firewall/filter';
const PER_KILL = 6;
const PER_SET = 4;
/** More than are changed until the first is free again. */
const RULES = 30;
const CONFIRMED_WITHIN_MS = 150_000;

/** Brings the platform to where it is killed. */
export type Scene = (kill: number) => Promise<Reached>;

type Staging = Pick<Watched, 'marker' | 'kill' | 'point'>;

/** Everything a kill can meet, on one router, and on others for what takes a whole router back. */
export class ApplyScenes {
  readonly #world: World;
  readonly #book: ApplyBook;
  readonly #rules: string[] = [];
  readonly #confirmations: Awaited<ReturnType<typeof beginConfirmation>>[] = [];

  constructor(world: World, book: ApplyBook) {
    this.#world = world;
    this.#book = book;
  }

  /** In an order in which a few already say much. */
  list(): readonly Scene[] {
    const undone = applyPoints.filter(({ pushes }) => pushes === 1);
    return [
      this.#anyMoment,
      ...applyPoints.map((point) => (kill: number) => this.#update(kill, point)),
      this.#betweenMembers,
      ...undone.slice(0, 1).map((point) => (kill: number) => this.#undo(kill, point)),
      this.#beforeItsTime,
      this.#anyMoment,
      ...undone.slice(1).map((point) => (kill: number) => this.#undo(kill, point)),
      this.#inMember,
      this.#atItsTime,
      ...confirmationPoints.map((point) => (kill: number) => this.#confirmation(kill, point)),
    ];
  }

  async end(): Promise<void> {
    await this.#world.drained(
      `select id from change_attempts where outcome in ('running', 'awaiting_confirmation')
        or armed_at is not null and sent_hash is null`,
      CONFIRMED_WITHIN_MS,
    );
    for (const { running } of this.#confirmations) {
      const { point, problems } = await judgeConfirmation(this.#world, running);
      this.#book.add(problems.map((problem) => `${point}: ${problem}`));
      await running.lab.stop();
    }
  }

  readonly #anyMoment: Scene = async (kill) => {
    const ids = await this.#creates(kill, PER_KILL);
    const calls = ids.map((id) => this.#apply(id));
    await new Promise((resolve) => setTimeout(resolve, 10 + Math.random() * 250));
    return { calls };
  };

  async #update(kill: number, point: ApplyPoint): Promise<Reached> {
    const rule = await this.#rule(kill);
    const comment = `u${kill}`;
    const change_id = await this.#stage(rule, { marker: comment, kill, point });
    const staged = { change_id, path: `${MENU}/${rule}`, comment };
    return point.reach(this.#world, staged, () => this.#apply(change_id));
  }

  /** The push of the inverse is what the kill meets. */
  async #undo(kill: number, point: ApplyPoint): Promise<Reached> {
    const rule = await this.#rule(kill);
    const comment = `before${kill}`;
    await this.#must(await this.#stage(rule, { marker: comment, kill }, false));
    const undone = await this.#stage(rule, { marker: `after${kill}`, kill });
    await this.#must(undone);
    const since = this.#world.lab.ledger.size;
    const { body } = await this.#world.must('POST', `/changes/${undone}/undo`, 201);
    await this.#untilCompared(body.id);
    this.#book.watch({ change_id: body.id, marker: comment, since, kill, point });
    const staged = { change_id: body.id, path: `${MENU}/${rule}`, comment };
    return point.reach(this.#world, staged, () => this.#apply(body.id));
  }

  readonly #betweenMembers: Scene = async (kill) => {
    const id = await this.#set(kill);
    await waitFor('a member', () => this.#isPast(id, 1), { timeoutMs: 45_000, everyMs: 2 });
    return { calls: [] };
  };

  readonly #inMember: Scene = async (kill) => {
    const { faults } = this.#world.lab;
    const id = await this.#set(kill, { isHeld: true });
    await waitFor('a push', async () => faults.list().length === 0, { timeoutMs: 45_000, everyMs: 5 });
    return { calls: [this.#world.call('GET', `/change-sets/${id}`).catch(() => null)] };
  };

  readonly #beforeItsTime: Scene = async (kill) => {
    await this.#set(kill, { inMs: 1_000 });
    return { calls: [] };
  };

  readonly #atItsTime: Scene = async (kill) => {
    const id = await this.#set(kill, { inMs: 500 });
    const isDue = async (): Promise<boolean> =>
      (await this.#world.rows(`select from change_sets where id = $1 and status <> 'scheduled'`, [id]))
        .length > 0;
    await waitFor('its time', isDue, { timeoutMs: 45_000, everyMs: 2 });
    return { calls: [] };
  };

  async #confirmation(kill: number, point: (typeof confirmationPoints)[number]): Promise<Reached> {
    const begun = await beginConfirmation(this.#world, point, `c${kill}`);
    this.#confirmations.push(begun);
    return begun;
  }

  async #set(kill: number, { inMs = 0, isHeld = false } = {}): Promise<string> {
    const changes = await this.#creates(kill, PER_SET);
    const apply_at = inMs === 0 ? null : new Date(Date.now() + inMs).toISOString();
    const made = await this.#world.must('POST', '/change-sets', 201, {
      body: { name: `kill ${kill}`, changes, apply_at },
    });
    if (isHeld)
      this.#world.lab.faults.set({ kind: 'slow', method: 'PUT', path: MENU, count: 1, delay_ms: 120_000 });
    await this.#world.must('POST', `/change-sets/${made.body.id}/apply`, 202, { body: { force: true } });
    return made.body.id;
  }

  async #isPast(set_id: string, members: number): Promise<boolean> {
    const done = await this.#world.rows(
      `select from change_set_items where set_id = $1 and outcome not in ('pending', 'applying')`,
      [set_id],
    );
    return done.length >= members;
  }

  async #creates(kill: number, count: number): Promise<readonly string[]> {
    const staged = Array.from({ length: count }, (_, each) =>
      this.#stage(null, { marker: `k${kill}-${each}`, kill }),
    );
    return Promise.all(staged);
  }

  /** A new rule, or another comment of one that is there. */
  async #stage(rule: string | null, watched: Staging, isWatched = true): Promise<string> {
    const { controller_id, lab } = this.#world;
    const since = lab.ledger.size;
    const operation = rule === null ? 'create' : 'update';
    const path = `/gateway-mikrotik-firewall/${controller_id}/changes/${FEATURE}?operation=${operation}`;
    const comment = { comment: watched.marker };
    const given =
      rule === null
        ? { payload: { chain: 'forward', action: 'accept', ...comment } }
        : { target_id: rule, payload: comment };
    const { body } = await this.#world.must('POST', path, 201, { body: given });
    if (isWatched) this.#book.watch({ ...watched, change_id: body.id, since });
    if (rule !== null) await this.#untilCompared(body.id);
    return body.id;
  }

  /** Otherwise that reading meets the fault which is meant for the apply. */
  #untilCompared(change_id: string): Promise<unknown> {
    const isCompared = async (): Promise<boolean> =>
      (
        await this.#world.rows(`select from pending_changes where id = $1 and diff_base = 'live'`, [
          change_id,
        ])
      ).length > 0;
    return waitFor('the live value', isCompared, { timeoutMs: 45_000, everyMs: 5 });
  }

  /** What was never verified makes later changes of its rule stale; here that is known. */
  async #apply(id: string): Promise<number | null> {
    const body = { force: true, accept_stale: true };
    const answer = await this.#world
      .call('POST', `/gateway-vpn/changes/${id}/apply`, { body, timeoutMs: 120_000 })
      .catch(() => null);
    if (answer?.status === 200) this.#book.acknowledge(id);
    return answer?.status ?? null;
  }

  async #must(id: string): Promise<void> {
    const status = await this.#apply(id);
    if (status !== 200) throw new Error(`an apply that nothing disturbs answered ${status}`);
  }

  async #rule(kill: number): Promise<string> {
    const known = this.#rules[kill % RULES];
    if (known !== undefined) return known;
    const comment = `rule${kill % RULES}`;
    await this.#must(await this.#stage(null, { marker: comment, kill }));
    const rows = this.#world.lab.state()['/ip/firewall/filter'] ?? [];
    const id = String(rows.find((row) => row['comment'] === comment)?.['.id']);
    this.#rules[kill % RULES] = id;
    return id;
  }
}
