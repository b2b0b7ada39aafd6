import { DATABASE, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { ingestExternal } from '@patchbay/module-fabric/contract';
import { type Answer, bootPlatform, type Harness, type Person, waitFor } from '@patchbay/test/harness';
import { DELIVERY_WORKER } from '../../tokens.ts';
import { MovingClock } from './moving-clock.ts';

interface Teardown {
  teardown(work: () => unknown): unknown;
}

const environment = { FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
const testExemption = exempt('webhooks.tests', 'a test looks behind the curtain');

/** A platform whose webhooks may go to loopback, and whose time a test moves. */
export class World {
  readonly harness: Harness;
  readonly clock: MovingClock;
  owner: Person;
  #sinceSignInMs = 0;

  private constructor(harness: Harness, clock: MovingClock, owner: Person) {
    this.harness = harness;
    this.clock = clock;
    this.owner = owner;
  }

  /** Without `work` no job runs: webhooks get no notices of events. */
  static async start(t: Teardown, work = true): Promise<World> {
    const clock = new MovingClock();
    const harness = await bootPlatform(t, { clock, environment, work });
    return new World(harness, clock, await harness.owner());
  }

  /** On a database that another process has set up. */
  static async startOn(t: Teardown, databaseUrl: string): Promise<World> {
    const clock = new MovingClock();
    const harness = await bootPlatform(t, { clock, environment, databaseUrl });
    return new World(harness, clock, await harness.signIn('owner@example.com'));
  }

  call(method: string, path: string, body?: unknown, as: Person = this.owner): Promise<Answer> {
    return this.harness.call(method, `/webhooks${path}`, { as, ...(body === undefined ? {} : { body }) });
  }

  /** Answers the id and the secret. */
  async subscribe(
    url: string,
    fields: Readonly<Record<string, unknown>> = {},
    as: Person = this.owner,
  ): Promise<{ readonly id: string; readonly secret: string }> {
    const answer = await this.call(
      'POST',
      '',
      { name: 'Hook', url, events: ['ingest.external'], ...fields },
      as,
    );
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  }

  /** Publishes external events with these keys, each in a transaction of its own; answers their ids. */
  async publish(keys: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
    const ids: string[] = [];
    for (const key of keys)
      ids.push(
        await this.harness
          .get(DATABASE)
          .write(systemPrincipal(this.owner.organization_id), async (work) =>
            work.events.publish(ingestExternal, { name: null, payload: { key, ...more } }),
          ),
      );
    return ids;
  }

  /** Lets time pass; due deliveries are looked for at once. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    this.#sinceSignInMs += ms;
    if (this.#sinceSignInMs > 600_000) {
      this.#sinceSignInMs = 0;
      this.owner = await this.harness.signIn(this.owner.email);
    }
    this.harness.get(DELIVERY_WORKER).wake();
  }

  async deliveries(id: string, query = ''): Promise<readonly Readonly<Record<string, unknown>>[]> {
    return (await this.call('GET', `/${id}/deliveries${query}`)).body.items;
  }

  async status(id: string) {
    return (await this.call('GET', `/${id}/status`)).body;
  }

  /** Waits until nothing is left to deliver. */
  idle(id: string): Promise<unknown> {
    return waitFor('the webhook to be through', async () => {
      const { waiting, is_behind } = await this.status(id);
      return waiting === 0 && !is_behind;
    });
  }

  behind<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.harness.get(DATABASE).asSystem(testExemption, work);
  }
}
