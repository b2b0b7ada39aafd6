import { randomUUID } from 'node:crypto';
import { DATABASE, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { CLOCK, LOGGER } from '@patchbay/kernel/telemetry';
import { CONTROLLERS } from '@patchbay/module-inventory/contract';
import { bootPlatform, type Harness } from '@patchbay/test/harness';
import { AdapterError, type Sightings } from '@patchbay/vendor-kit';
import t from 'tap';
import { askCameras, askSilentCameras } from '../jobs.ts';
import { claimCameras } from '../services/claim-cameras.ts';
import { SightingWatch } from '../services/sighting-watch.ts';

const testExemption = exempt('cameras.tests', 'a test looks behind the curtain');
const never = new AbortController().signal;

interface Row {
  readonly id: string;
  readonly subscription: string | null;
  readonly last_error: string | null;
}

/** A platform whose rounds the test makes itself, with sessions that answer as the test says. */
async function settle(t: Parameters<typeof bootPlatform>[0]) {
  const platform: Harness = await bootPlatform(t, { work: false });
  const behind = <T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
    platform.get(DATABASE).asSystem(testExemption, work);
  const camera = async (organization_id: string, site_id: string): Promise<string> => {
    const id = randomUUID();
    await behind((db) =>
      sql`insert into controllers (id, organization_id, site_id, name, vendor, url, tls)
        values (${id}::uuid, ${organization_id}::uuid, ${site_id}::uuid, ${id}, 'onvif', 'https://192.0.2.1', '{}')`.execute(
        db,
      ),
    );
    await behind((db) =>
      sql`insert into devices
          (id, organization_id, site_id, controller_id, external_id, name, kind, status, hash)
        values (${randomUUID()}::uuid, ${organization_id}::uuid, ${site_id}::uuid, ${id}::uuid, ${id}, ${id}, 'camera',
          'online', '')`.execute(db),
    );
    return id;
  };
  const rows = async () =>
    (
      await behind((db) =>
        sql<Row>`select id, subscription, last_error from camera_subscriptions order by id`.execute(db),
      )
    ).rows;
  const asked: string[] = [];
  let enqueued = 0;
  const scene = {
    answer: async (_id: string): Promise<Sightings> => ({ subscription: 'new', seen: [] }),
    tell: async (): Promise<void> => {},
  };
  const controllers = platform.get(CONTROLLERS);
  const open = async (...[, id]: Parameters<typeof controllers.open>) => {
    asked.push(id);
    return { session: { sightings: () => scene.answer(id) } } as unknown as ReturnType<
      typeof controllers.open
    >;
  };
  const watch = new SightingWatch({
    database: platform.get(DATABASE),
    controllers: { open },
    telling: { tell: () => scene.tell() },
    clock: platform.get(CLOCK),
    logger: platform.get(LOGGER),
    enqueue: () => {
      enqueued += 1;
    },
  });
  return { platform, behind, camera, rows, asked, scene, watch, enqueued: () => enqueued };
}

t.test('cameras are asked', async (t) => {
  const { platform, behind, camera, rows, asked, scene, watch, enqueued } = await settle(t);
  const owner = await platform.owner();
  const { organization_id } = owner;
  const site_id = await platform.site(owner, 'Harbour');
  const due = () =>
    behind((db) => sql`update camera_subscriptions set ask_after = now(), claimed_until = now()`.execute(db));

  await t.test('in a chain that ends where there is none, and in a process that stops', async (t) => {
    await watch.tick();
    await watch.round(never);
    t.equal(enqueued(), 0);
    await camera(organization_id, site_id);
    await watch.tick();
    t.equal(enqueued(), 1);
    await watch.round(AbortSignal.abort());
    t.equal(enqueued(), 1);
    await watch.round(never);
    t.equal(enqueued(), 2);
    t.match(await rows(), [{ subscription: 'new', last_error: null }]);
  });

  await t.test('in a lane of their own, those that do not answer apart from the others', async (t) => {
    t.same([askCameras.lane, askSilentCameras.lane], ['outside', 'outside']);
    const dead = await camera(organization_id, site_id);
    scene.answer = async (id) => {
      if (id === dead) throw new AdapterError('adapter_connection_error', 'not_sent', 'It is away.');
      return { subscription: 'new', seen: [] };
    };
    await due();
    await watch.round(never);
    asked.length = 0;
    await due();
    await watch.round(never);
    t.equal(asked.length, 1);
    t.notOk(asked.includes(dead));
    asked.length = 0;
    await watch.retry(never);
    t.same(asked, [dead]);
    scene.answer = async () => ({ subscription: 'new', seen: [] });
    await due();
    await watch.retry(never);
    t.match(await rows(), [{ last_error: null }, { last_error: null }]);
  });

  await t.test('and keep the subscription that they answered when its news cannot be told', async (t) => {
    scene.answer = async () => ({ subscription: 'newer', seen: [] });
    scene.tell = () => Promise.reject(new Error('the database is away'));
    await due();
    await watch.round(never);
    t.match(await rows(), [
      { subscription: 'newer', last_error: null },
      { subscription: 'newer', last_error: null },
    ]);
  });

  await t.test('and what a process left too late changes nothing of a newer claim', async (t) => {
    scene.tell = async () => {};
    scene.answer = async () => {
      await behind((db) =>
        sql`update camera_subscriptions
          set claimed_until = '2100-01-01', subscription = 'theirs'`.execute(db),
      );
      return { subscription: 'ours', seen: [] };
    };
    await due();
    await watch.round(never);
    t.match(await rows(), [{ subscription: 'theirs' }, { subscription: 'theirs' }]);
    const { rows: claims } = await behind((db) =>
      sql`select 1 from camera_subscriptions where claimed_until = '2100-01-01'`.execute(db),
    );
    t.equal(claims.length, 2);
  });

  await t.test('few at a time, and organizations take turns', async (t) => {
    for (let count = 0; count < 40; count += 1) await camera(organization_id, site_id);
    const other = await platform.organization('Other');
    const single = await camera(other, site_id);
    await due();
    const claimed = await behind((db) => claimCameras(db, 'answering', 32));
    t.equal(claimed.length, 32);
    t.ok(claimed.some(({ id }) => id === single));
  });

  await t.test('and forgotten with their controllers and devices', async (t) => {
    await behind((db) =>
      sql`insert into camera_sightings (id, organization_id) select id, organization_id from devices`.execute(
        db,
      ),
    );
    await behind((db) => sql`update devices set deleted_at = now()`.execute(db));
    await behind((db) => sql`update controllers set deleted_at = now()`.execute(db));
    await watch.tick();
    t.same(await rows(), []);
    const { rows: sightings } = await behind((db) => sql`select id from camera_sightings`.execute(db));
    t.same(sightings, []);
  });
});
