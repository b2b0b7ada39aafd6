// Waits more than it computes: for leases of a frozen process to end.
import t from 'tap';
import { Sink } from '../../faults/relay/sink.ts';
import { PlatformProcess } from '../../faults/world/platform-process.ts';
import { type Answer, bootPlatform, call, type Harness, type Person, waitFor } from '../../harness/index.ts';
import { times } from '../../run/counts.ts';
import { LabRouter } from '../support/equipment/lab-router.ts';
import { Listener } from '../support/listener.ts';
import { endedRuns, inboxOf, notify, onNewSites } from '../support/wired.ts';

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;
const FREEZES = times(4, 2);
const FROZEN_MS = 2_500;
const PER_FREEZE = 20;

t.test(
  'a process that stands still for seconds does nothing twice',
  { skip, timeout: 600_000 },
  async (t) => {
    const sink = new Sink();
    const url = await sink.start();
    t.teardown(() => sink.stop());
    const environment = {
      REDIS_URL: String(redisUrl),
      ADAPTER_READ_ONLY: 'false',
      FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    };
    const one = await bootPlatform(t, { environment });
    const owner = await one.owner();
    const reader = await one.person('org_admin');
    const router = await LabRouter.register(t, one, owner);
    const two = await PlatformProcess.beside(t, one.databaseUrl, {
      ...environment,
      RATE_LIMIT_RPM: '1000000',
      RATE_LIMIT_BURST: '1000000',
    });
    await two.start();
    const stream = await (await Listener.open(two, owner.token)).subscribe(['site.*']);
    const other = await (await Listener.open(one, owner.token)).subscribe(['site.*']);
    const webhook = {
      operation_id: 'fabric.webhook',
      params: { url, payload: { name: '{{trigger.name}}' } },
    };
    const connection = await onNewSites(one, owner, [webhook, notify(reader)]);

    const ask = (base: string, path: string, body: object): Promise<Answer> =>
      call(base, 'POST', `/api/v1${path}`, { token: owner.token, body, timeoutMs: 30_000 });
    const acknowledged: string[] = [];
    const changes: { readonly marker: string; readonly id: string; readonly answers: readonly Timed[] }[] =
      [];
    const timed = async (base: string, path: string, body: object): Promise<Timed> => {
      const startedMs = performance.now();
      const { status } = await ask(base, path, body);
      return { status, tookMs: performance.now() - startedMs };
    };

    /** While the other process stands still, which it does until this ends: it keeps none of its locks. */
    const goesOn = async (name: string): Promise<void> => {
      acknowledged.push(name);
      t.equal((await ask(one.url, '/sites', { name })).status, 201);
      await waitFor('its event', () => other.told('name').includes(name), { timeoutMs: 30_000 });
      const { status, body } = await one.call('GET', '/audit/validate', { as: owner, timeoutMs: 30_000 });
      t.match({ status, body }, { status: 200, body: { valid: true } });
    };

    for (let freeze = 0; freeze < FREEZES; freeze += 1) {
      const marker = `freeze ${freeze}`;
      const id = await router.stage(one, owner, marker);
      const sites = Array.from({ length: PER_FREEZE }, (_, index) => `Site ${freeze}-${index}`);
      const path = `/gateway-vpn/changes/${id}/apply`;
      const applies = Promise.all([two.url, one.url].map((base) => timed(base, path, { force: true })));
      const creations = Promise.all([
        ...sites.map((name, index) => timed(index % 4 ? two.url : one.url, '/sites', { name })),
      ]);
      await elapsed(10 + freeze * 25);
      const startedMs = performance.now();
      two.freeze();
      await goesOn(`Meanwhile ${freeze}`);
      await elapsed(FROZEN_MS - (performance.now() - startedMs));
      two.thaw();
      changes.push({ marker, id, answers: await applies });
      const created = await creations;
      t.same(
        created.filter((answer) => !mayAnswer([201, 503], answer)),
        [],
        'what waited too long is refused',
      );
      acknowledged.push(...sites.filter((_, index) => created[index]?.status === 201));
    }

    await t.test(
      'every acknowledged change was pushed once, and every other once or not at all',
      async (t) => {
        for (const { marker, id, answers } of changes) {
          const statuses = answers.map(({ status }) => status);
          const successes = statuses.filter((status) => status === 200).length;
          const { body } = await one.call('GET', `/changes/${id}`, { as: owner });
          t.ok(successes <= 1, marker);
          t.same(
            answers.filter((answer) => !mayAnswer([200, 409, 503, 504], answer)),
            [],
            marker,
          );
          t.ok(body.status === 'applied' || successes === 0, 'what was acknowledged is applied');
          if (body.status === 'applied') t.equal(router.pushes(marker), 1);
          else t.ok(router.pushes(marker) <= 1, 'its outcome may be unknown');
        }
        t.ok(changes.some(({ marker }) => router.pushes(marker) === 1));
      },
    );

    const names = await sitesOf(one, owner);
    t.same(
      acknowledged.filter((name) => !names.includes(name)),
      [],
      'nothing acknowledged is lost',
    );

    await t.test('every event ran its Connection once, with every effect once', async (t) => {
      const runs = await endedRuns(one, owner, connection, names.length, 60_000);
      t.equal(new Set(runs.map(({ event_id }) => event_id)).size, names.length);
      t.equal(runs.length, names.length);
      const done = runs.filter(({ status }) => status === 'succeeded');
      for (const { status, reason } of runs)
        if (status !== 'succeeded')
          t.match(
            reason,
            /^step \d failed: (WEBHOOK_|NOT_DELIVERED)/,
            'a wait ran out meanwhile, and it says so',
          );
      const told = done.map(({ steps }) => steps[0]?.input.payload.name).sort();
      const inbox = await inboxOf(one, reader);
      t.equal(new Set(inbox).size, inbox.length, 'no notification comes twice');
      t.ok(told.every((name) => name !== undefined && inbox.includes(name)));
      const delivered = [...new Map(sink.deliveries.map(({ id, body }) => [id, body['name']])).values()];
      t.equal(new Set(delivered).size, delivered.length, 'one delivery id for an event');
      t.ok(told.length > 0 && told.every((name) => delivered.includes(name)));
    });

    await t.test('every event stands once in both streams, in one order', async (t) => {
      for (const each of [stream, other])
        await waitFor('all events', () => names.every((name) => each.told('name').includes(name)));
      t.same([...stream.told('name')].sort(), [...names].sort());
      t.same(stream.cursors, other.cursors);
      t.same(
        stream.cursors,
        [...stream.cursors].sort((a, b) => a - b),
      );
    });

    await t.test('the audit chain is whole', async (t) => {
      t.equal((await one.call('GET', '/audit/validate', { as: owner })).body.valid, true);
    });
  },
);

interface Timed {
  readonly status: number;
  readonly tookMs: number;
}

/** On a slow machine a process may stand still past the deadline of headers, and refuse requests that it has not read. */
function mayAnswer(wanted: readonly number[], { status, tookMs }: Timed): boolean {
  return wanted.includes(status) || (status === 408 && tookMs > 10_000);
}

/** Sites that stand, whether their creation was answered or not, without the router's. */
async function sitesOf(platform: Harness, as: Person): Promise<readonly string[]> {
  const { body } = await platform.call('GET', '/sites?per_page=100', { as });
  const names: readonly string[] = body.items.map(({ name }: { name: string }) => name);
  return names.filter((name) => name !== 'Router room');
}

/** The freeze is the subject: its length is the condition. */
async function elapsed(ms: number): Promise<void> {
  const startedMs = performance.now();
  await waitFor('the time', () => performance.now() - startedMs >= ms, { everyMs: 5 });
}
