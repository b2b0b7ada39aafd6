import { DATABASE, exempt, type Kysely, sql, type Tables } from '@patchbay/kernel/database';
import { bootPlatform, type Harness, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { SightingWatch } from '../services/sighting-watch.ts';
import { cameraAtGate } from './support/gate.ts';

const testExemption = exempt('cameras.tests', 'a test looks behind the curtain');
const behind = <T>(platform: Harness, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
  platform.get(DATABASE).asSystem(testExemption, work);
const rowsOf = async (platform: Harness) => {
  const { rows } = await behind(platform, (db) =>
    sql<{ last_error: string | null; subscription: string | null }>`
      select last_error, subscription from camera_subscriptions`.execute(db),
  );
  return rows;
};

t.test('what cameras see', async (t) => {
  const platform = await bootPlatform(t);
  const owner = await platform.owner();
  const call = platform.call.bind(platform);
  const { controller_id, lab, site_id, sync } = await cameraAtGate(t, platform);
  await sync();
  const found = await call('GET', '/devices?search=gate', { as: owner });
  const camera_id = found.body.items[0].id;
  const watch = platform.get(SightingWatch);
  const events = async (kind: string) =>
    (await call('GET', `/events?event_type=cameras.event.${kind}`, { as: owner })).body.items;
  const motion = (value: string) =>
    lab.report({ topic: 'RuleEngine/CellMotionDetector/Motion', name: 'IsMotion', value });
  await watch.tick();
  await waitFor('a subscription', () => lab.pullPoints === 1);

  await t.test('is told as events with a picture, by a chain that goes on by itself', async (t) => {
    const connection = await call('POST', '/fabric/connections', {
      as: owner,
      body: {
        name: 'Keep what moved',
        source_event: 'cameras.event.motion',
        steps: [{ operation_id: 'storage.store_blob', params: { controller_id, name: '{{trigger.name}}' } }],
      },
    });
    t.equal(connection.status, 201, connection.text);
    motion('true');
    motion('false');
    lab.report({ topic: 'RuleEngine/MyRuleDetector/PeopleDetect', name: 'State', value: 'true' });
    const [moved] = await waitFor('the motion', async () => {
      const items = await events('motion');
      return items.length > 0 ? items : null;
    });
    t.match(moved, {
      event_type: 'cameras.event.motion',
      category: 'cameras',
      site_id,
      payload: {
        camera_id,
        device_id: camera_id,
        name: 'gate',
        site_id,
        artifact: { media_type: 'image/jpeg' },
      },
    });
    await waitFor('the person', async () => (await events('person')).length === 1);
    const run = await waitFor('the run', async () => {
      const { body } = await call('GET', `/fabric/connections/${connection.body.id}/runs`, { as: owner });
      return body.items[0]?.finished_at ? body.items[0] : null;
    });
    t.match(run, { status: 'succeeded', steps: [{ change_id: String }] });
    t.equal(lab.pullPoints, 1);
  });

  await t.test('is told once in a while, however often it is reported', async (t) => {
    for (let count = 0; count < 50; count += 1) motion('true');
    await waitFor('them to be fetched', async () => {
      await watch.round(new AbortController().signal);
      return lab.waiting === 0;
    });
    t.equal((await events('motion')).length, 1);
    t.equal((await events('person')).length, 1);
  });

  await t.test('is told again when a camera that was away is back', async (t) => {
    await lab.power(false);
    await watch.round(new AbortController().signal);
    const errorOf = async () =>
      (await rowsOf(platform)).map(({ last_error, subscription }) => [last_error, subscription === null]);
    await waitFor('it to be missed', async () => (await errorOf())[0]?.[0] === 'adapter_connection_error');
    await lab.power(true);
    await behind(platform, (db) => sql`update camera_subscriptions set ask_after = now()`.execute(db));
    await behind(platform, (db) => sql`delete from camera_sightings`.execute(db));
    await waitFor('it to be heard', async () => {
      motion('true');
      await watch.retry(new AbortController().signal);
      await watch.round(new AbortController().signal);
      return (await events('motion')).length === 2;
    });
    t.same(await errorOf(), [[null, false]]);
  });
});
