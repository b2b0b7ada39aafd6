import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { PlatformProcess } from '../faults/platform-process.ts';
import { Sink } from '../faults/sink.ts';
import { type Answer, bootPlatform, call, TEST_SECRET_KEY, waitFor } from '../harness/index.ts';
import { LabRouter } from './support/lab-router.ts';
import { Listener } from './support/listener.ts';
import { endedRuns, inboxOf, notify, onNewSites } from './support/wired.ts';

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;
const FREEZES = 4;
const FROZEN_MS = 2_500;
const PER_FREEZE = 20;

t.test(
  'a process that stands still for seconds does nothing twice',
  { skip, timeout: 200_000 },
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
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-frozen-'));
    const two = await PlatformProcess.prepare({
      ...environment,
      DATABASE_URL: one.databaseUrl,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: folder,
      RATE_LIMIT_RPM: '1000000',
      RATE_LIMIT_BURST: '1000000',
    });
    t.teardown(async () => {
      await two.kill();
      await rm(folder, { recursive: true, force: true });
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
    const names: string[] = [];
    const changes: { readonly marker: string; readonly id: string; readonly answers: readonly Answer[] }[] =
      [];

    /** The other process keeps none of its locks for longer than two seconds. */
    const goesOn = async (name: string): Promise<void> => {
      names.push(name);
      t.equal((await ask(one.url, '/sites', { name })).status, 201);
      await waitFor('its event', () => other.told('name').includes(name), { timeoutMs: 5_000 });
      const { status, body } = await one.call('GET', '/audit/validate', { as: owner, timeoutMs: 5_000 });
      t.match({ status, body }, { status: 200, body: { valid: true } });
    };

    for (let freeze = 0; freeze < FREEZES; freeze += 1) {
      const marker = `freeze ${freeze}`;
      const id = await router.stage(one, owner, marker);
      const sites = Array.from({ length: PER_FREEZE }, (_, index) => `Site ${freeze}-${index}`);
      const load = Promise.all([
        ...[two.url, one.url].map((base) => ask(base, `/gateway-vpn/changes/${id}/apply`, { force: true })),
        ...sites.map((name, index) => ask(index % 4 ? two.url : one.url, '/sites', { name })),
      ]);
      await elapsed(10 + freeze * 25);
      const startedMs = performance.now();
      two.freeze();
      await goesOn(`Meanwhile ${freeze}`);
      await elapsed(FROZEN_MS - (performance.now() - startedMs));
      two.thaw();
      const [first, second, ...created] = await load;
      if (first && second) changes.push({ marker, id, answers: [first, second] });
      names.push(...sites.filter((_, index) => created[index]?.status === 201));
      const refused = created.filter(({ status }) => status !== 201);
      t.ok(
        refused.every(({ status }) => status === 503),
        'what waited too long for a connection is refused, and did not happen',
      );
    }

    await t.test('every change was pushed once', async (t) => {
      for (const { marker, id, answers } of changes) {
        t.same(answers.map(({ status }) => status).sort(), [200, 409], marker);
        t.equal(router.pushes(marker), 1);
        const { body } = await one.call('GET', `/changes/${id}`, { as: owner });
        t.equal(body.status, 'applied');
      }
    });

    await t.test('every event ran its Connection once, with every effect once', async (t) => {
      const runs = await endedRuns(one, owner, connection, names.length, 60_000);
      t.equal(new Set(runs.map(({ event_id }) => event_id)).size, names.length);
      t.equal(runs.length, names.length);
      t.same(
        runs.filter(({ status }) => status !== 'succeeded'),
        [],
      );
      t.same(await inboxOf(one, reader), [...names].sort());
      const delivered = new Map(sink.deliveries.map(({ id, body }) => [id, body['name']]));
      t.same([...delivered.values()].sort(), [...names].sort(), 'one delivery id for an event');
    });

    await t.test('every event stands once in both streams, in one order', async (t) => {
      for (const each of [stream, other])
        await waitFor('all events', () => names.every((name) => each.told('name').includes(name)));
      t.equal(stream.told('name').length, names.length);
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

/** The freeze is the subject: its length is the condition. */
async function elapsed(ms: number): Promise<void> {
  const startedMs = performance.now();
  await waitFor('the time', () => performance.now() - startedMs >= ms, { everyMs: 5 });
}
