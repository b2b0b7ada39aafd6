import { bootPlatform, waitFor } from '@patchbay/test/harness';
import t from 'tap';
import { connect, finished, logs, publish, runsOf } from './support/platform.ts';

t.test('why an event led to no run', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const { organization_id } = owner;
  const ask = async (query: Readonly<Record<string, string>>, as = owner) =>
    harness.call('GET', `/fabric/why-not?${new URLSearchParams(query)}`, { as });
  const why = async (event_id: string | undefined, connection_id: string) =>
    (await ask({ event_id: String(event_id), connection_id })).body;
  const wired = (fields: Readonly<Record<string, unknown>>) =>
    connect(harness, owner, { steps: [logs('x')], ...fields });

  const probe = await wired({});
  const [early] = await publish(harness, organization_id, [{ level: 1 }]);
  await finished(harness, owner, probe, 1);
  const all = await wired({});
  const high = await wired({
    conditions: {
      logic: 'and',
      conditions: [
        { field: 'payload.level', operator: 'gt', value: 5 },
        { field: 'payload.door', operator: 'exists' },
      ],
    },
  });
  const cooling = await wired({ cooldown_seconds: 600 });
  const other = await wired({ source_event: 'device.*' });
  const off = await wired({ is_enabled: false });
  const failing = await wired({ steps: [logs('{{trigger.payload.missing}}')] });
  const [first, second] = await publish(harness, organization_id, [{ level: 9 }, { level: 1, door: 2 }]);
  await finished(harness, owner, all, 2);
  await finished(harness, owner, cooling, 2);
  await waitFor('the misses', async () => {
    const { body } = await harness.call('GET', `/fabric/connections/${high}`, { as: owner });
    return body.conditions_failed === 2;
  });

  t.test('is told by what was recorded', async (t) => {
    t.match(await why(first, all), { ran: true, reason: null, detail: /^Run .* succeeded/ });
    t.match(await why(first, failing), { ran: true, reason: 'step 0 failed: TEMPLATE_UNRESOLVED' });
    t.match(await why(second, cooling), { ran: false, reason: 'cooldown' });
    t.same(await why(first, high), {
      ran: false,
      reason: 'conditions',
      detail: 'Did not hold: payload.door exists.',
    });
    t.match(await why(second, high), { detail: 'Did not hold: payload.level gt.' });
    const [looped] = await publish(harness, organization_id, [{}], [all]);
    await finished(harness, owner, all, 3);
    t.same(await why(looped, all), {
      ran: false,
      reason: 'loop',
      detail: 'this Connection led to the event',
    });
  });

  t.test('is told by the Connection as it stands when nothing was recorded', async (t) => {
    t.match(await why(early, all), { ran: false, reason: 'connection_newer' });
    t.same(await why(first, other), {
      ran: false,
      reason: 'pattern',
      detail: 'device.* does not match ingest.external.',
    });
    t.match(await why(first, off), { ran: false, reason: 'connection_disabled' });
    await harness.call('PATCH', `/fabric/connections/${off}`, { as: owner, body: { is_enabled: true } });
    t.match(await why(first, off), { ran: false, reason: 'connection_changed' });
    t.equal((await runsOf(harness, owner, off)).total, 0);
  });

  t.test('needs an event and a Connection that the reader sees', async (t) => {
    const nowhere = '01980000-0000-7000-8000-000000000001';
    const viewer = await harness.person('viewer');
    t.equal((await ask({ event_id: String(first), connection_id: all }, viewer)).status, 200);
    t.equal((await ask({ event_id: nowhere, connection_id: all })).status, 404);
    t.equal((await ask({ event_id: String(first), connection_id: nowhere })).status, 404);
    t.equal((await ask({ event_id: String(first), rule_id: nowhere })).status, 404);
    t.equal((await ask({ event_id: String(first) })).status, 422);
    t.equal((await ask({ event_id: String(first), connection_id: all, rule_id: all })).status, 422);
  });
});
