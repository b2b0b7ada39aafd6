import { PatchbayError } from '@patchbay/kernel/errors';
import t from 'tap';
import type { StageInput } from '../contract.ts';
import { operator, pipelineScene } from './support/pipeline-scene.ts';
import { force, refused, update } from './support/requests.ts';

const { begin, owner } = await pipelineScene(t);
const MARKER = '[redacted]';

/** The dotted fields that a refusal names. */
async function namedBy(work: Promise<unknown>): Promise<readonly string[]> {
  const error = await work.then(
    () => null,
    (refusal: unknown) => refusal,
  );
  if (!(error instanceof PatchbayError)) return [];
  return (error.details ?? []).map(({ field = '', type }) => `${field} ${type}`);
}

const radius = (payload: StageInput['payload'], facts: Partial<StageInput> = {}) =>
  update({ feature: 'acme.radius', payload, ...facts });

const servers = () => [
  { ip: '192.0.2.1', port: 1812, secret: 'the-secret-of-one' },
  { ip: '192.0.2.2', port: 1812, secret: 'the-secret-of-two' },
];
const shown = servers().map((server) => ({ ...server, secret: MARKER }));

t.test('a marker is refused by name wherever there is no secret to keep', async (t) => {
  const { world, changes } = begin();
  const stage = (facts: Partial<StageInput>) => namedBy(changes.stage(operator, update(facts)));
  t.same(await stage({ payload: { name: MARKER } }), ['payload.name redacted']);
  t.same(await stage({ payload: { name: ' [Redacted] ', password: MARKER } }), ['payload.name redacted']);
  t.same(
    await stage({ operation: 'create', target_id: undefined, payload: { name: 'x', password: MARKER } }),
    ['payload.password redacted'],
    'a creation has nothing to keep',
  );
  t.same(
    await stage({ feature: 'acme.reset', target_id: undefined, payload: { password: MARKER } }),
    [],
    'who may not stage learns nothing',
  );
  t.same(
    await stage({ feature: 'acme.radius', payload: { servers: [{ ip: MARKER, port: 1, secret: MARKER }] } }),
    ['payload.servers.0.ip redacted'],
  );
  t.same(await stage({ feature: 'acme.radius', payload: { servers: [MARKER] } }), [
    'payload.servers.0 redacted',
  ]);
  t.same(
    await stage({ payload: { password: 'secret: will change' } }),
    ['payload.password redacted'],
    'what a diff says of a secret is no value',
  );
  t.same(await stage({ payload: { password: MARKER } }), ['payload redacted'], 'nothing would change');
  t.same(
    await stage({ feature: 'acme.portal', payload: { sign_in: { password: MARKER } } }),
    ['payload redacted'],
    'nor would anything inside',
  );
  t.same(world.events, []);
});

t.test('a secret that is sent back as it was shown stays on the device', async (t) => {
  const { world, changes } = begin();
  world.device.objects.set('*1', { name: 'red', mtu: 1500, password: 'hunter2-hunter2' });
  const { id, diff, payload } = await changes.stage(
    operator,
    update({ payload: { name: 'blue', password: MARKER } }),
  );
  t.same(payload, { name: 'blue', password: MARKER });
  t.same(diff, [
    { field: 'name', before: 'red', after: 'blue' },
    { field: 'password', before: null, after: 'secret: unchanged' },
  ]);
  const live = await changes.get(operator, id, { refresh: true });
  t.same(live.diff, [
    { field: 'name', before: 'red', after: 'blue' },
    { field: 'password', before: MARKER, after: 'secret: unchanged' },
  ]);
  await changes.apply(operator, id, force);
  t.same(world.device.objects.get('*1'), { name: 'blue', mtu: 1500, password: 'hunter2-hunter2' });
  const undo = await changes.undo(operator, id);
  t.same(undo.payload, { name: 'red' }, 'its undo leaves the secret alone');
  await changes.apply(operator, undo.id, force);
  t.same(world.device.objects.get('*1'), { name: 'red', mtu: 1500, password: 'hunter2-hunter2' });
});

t.test('what a diff calls an unchanged secret may be sent back too', async (t) => {
  const { world, changes } = begin();
  world.device.objects.set('*1', { name: 'red', mtu: 1500, password: 'hunter2' });
  const { id, payload } = await changes.stage(
    operator,
    update({ payload: { name: 'blue', password: 'secret: unchanged' } }),
  );
  t.same(payload, { name: 'blue', password: MARKER });
  await changes.apply(operator, id, force);
  t.match(world.device.objects.get('*1'), { name: 'blue', password: 'hunter2' });
});

t.test('secrets in lists are sent again as the device holds them right before the push', async (t) => {
  const { world, changes } = begin();
  world.device.objects.set('*1', { name: 'office', servers: servers() });
  const { id } = await changes.stage(operator, radius({ name: 'branch', servers: shown }));
  const { diff } = await changes.get(operator, id, { refresh: true });
  const unchanged = servers().map((server) => ({ ...server, secret: 'secret: unchanged' }));
  t.same(diff, [
    { field: 'name', before: 'office', after: 'branch' },
    { field: 'servers', before: shown, after: unchanged },
  ]);
  const moved = [{ ...servers()[0], secret: 'another-since-then' }, servers()[1]];
  world.device.objects.set('*1', { name: 'office', servers: moved });
  const { attempt } = await changes.apply(operator, id, force);
  t.same(world.device.objects.get('*1'), { name: 'branch', servers: moved });
  t.same(attempt.after, { name: 'branch', servers: shown });
  const kept = await owner.query('select to_jsonb(c) as row from pending_changes c where id = $1', [id]);
  t.notMatch(JSON.stringify(kept.rows), /another-since|secret-of/, 'nothing of it is stored');
  const undo = await changes.undo(operator, id);
  await changes.apply(operator, undo.id, force);
  t.same(world.device.objects.get('*1'), { name: 'office', servers: moved });
});

t.test('elements keep their own secrets when a list is reordered, cut and edited', async (t) => {
  const [one, two] = servers();
  const [first, second] = shown;
  const pushed = async (sent: readonly unknown[], live: readonly unknown[] = servers()) => {
    const { world, changes } = begin();
    world.device.objects.set('*1', { name: 'office', servers: live });
    const { id } = await changes.stage(operator, radius({ servers: sent }));
    const refusal = await refused(changes.apply(operator, id, force));
    t.equal(world.device.pushes.length, refusal === null ? 1 : 0);
    return refusal ?? world.device.objects.get('*1')?.['servers'];
  };
  t.same(await pushed([second, first]), [two, one]);
  t.same(await pushed([second]), [two]);
  t.same(await pushed([first, { ...second, port: 1645 }]), [one, { ...two, port: 1645 }]);
  t.same(await pushed([{ ...second, port: 1645 }]), [{ ...two, port: 1645 }]);
  t.same(await pushed([{ ...first, ip: '192.0.2.9' }, second]), [{ ...one, ip: '192.0.2.9' }, two]);
  t.same(
    await pushed([first, { ...second, secret: 'entered-anew-here' }]),
    [one, { ...two, secret: 'entered-anew-here' }],
    'what is entered is sent',
  );
  t.equal(await pushed([first, second, { ...first, ip: '192.0.2.3' }]), 'changes.secret_needed');
  const twins = [one, { ...one, secret: 'secret-of-the-twin' }];
  t.same(await pushed([first, first], twins), twins);
  t.equal(await pushed([first], twins), 'changes.secret_needed', 'one of two that look the same');
});

t.test('groups of settings keep what they do not name; lists that tell nothing are refused', async (t) => {
  const { world, changes } = begin();
  const hosts = [{ name: 'a', token: 'of-a' }];
  world.device.objects.set('*1', { title: 'red', sign_in: { user: 'sam', password: 'pw' }, hosts });
  const stage = (payload: StageInput['payload']) =>
    changes.stage(operator, update({ feature: 'acme.portal', payload }));
  const { id } = await stage({ title: 'blue', sign_in: { user: 'kim', password: MARKER } });
  await changes.apply(operator, id, force);
  t.same(world.device.pushes.at(-1)?.payload, { title: 'blue', sign_in: { user: 'kim' } });
  const lost = await stage({ title: 'green', hosts: [{ name: 'a', token: MARKER }] });
  const error = await changes
    .apply(operator, lost.id, { ...force, accept_stale: true })
    .catch((e: Error) => e);
  t.match(error, { id: 'changes.secret_needed', message: /\(hosts\.0\.token\)$/ });
  t.equal(world.device.pushes.length, 1, 'nothing was sent');
  t.match(await changes.get(operator, lost.id), {
    status: 'pending',
    last_outcome: 'failed',
    last_error: /hosts\.0\.token/,
  });
});

t.test('secrets that were sent stay, and the undo says so by name', async (t) => {
  const { world, changes } = begin();
  const { id } = await changes.stage(operator, update({ payload: { name: 'blue', password: 'new-one-1' } }));
  await changes.apply(operator, id, force);
  const undo = await changes.undo(operator, id);
  t.same(undo.payload, { name: 'red' });
  t.match(undo.notes, /Secrets are not kept and stay as the change set them: password\./);
  await changes.apply(operator, undo.id, force);
  t.same(world.device.objects.get('*1'), { name: 'red', mtu: 1500, password: 'new-one-1' });

  world.device.objects.set('*1', { name: 'office', servers: servers() });
  const other = [{ ip: '192.0.2.9', port: 1812, secret: 'an-entered-secret' }];
  const cut = await changes.stage(operator, radius({ servers: other }));
  await changes.apply(operator, cut.id, force);
  const refusal = await changes.undo(operator, cut.id).catch((error: Error) => error);
  t.match(refusal, { id: 'changes.secrets_not_kept', message: /\(servers\.1\.secret\)$/ });
});

t.test('a change that sends a secret is not promised to be taken back by its inverse', async (t) => {
  const { world, changes } = begin();
  const within = { ...force, confirm_within_seconds: 60 };
  const sent = await changes.stage(operator, update({ payload: { name: 'blue', password: 'new-one-1' } }));
  t.equal(await refused(changes.apply(operator, sent.id, within)), 'changes.secrets_not_kept');
  t.equal(world.device.pushes.length, 0);
  const kept = await changes.stage(operator, update({ payload: { name: 'blue', password: MARKER } }));
  const { attempt } = await changes.apply(operator, kept.id, within);
  t.match(attempt, { outcome: 'awaiting_confirmation', confirm_mechanism: 'inverse' });
});

t.test('a change keeps some thousands of secrets, and no more', async (t) => {
  const { world, changes } = begin();
  const many = (count: number) =>
    radius({
      servers: Array.from({ length: count }, (_, at) => ({
        ip: `192.0.2.${at}`,
        port: 1812,
        secret: MARKER,
      })),
    });
  const { diff } = await changes.stage(operator, many(1_000));
  t.same(
    diff[0]?.after,
    (many(1_000).payload['servers'] as object[]).map((each) => ({ ...each, secret: 'secret: unchanged' })),
  );
  t.same(await namedBy(changes.stage(operator, many(3_001))), ['payload too_long']);
  t.equal(world.events.length, 1);
});

t.test('a change whose object moved is stale, whether or not its secrets can be found again', async (t) => {
  const { world, changes } = begin();
  world.device.objects.set('*1', { name: 'office', servers: servers() });
  const { id } = await changes.stage(operator, radius({ servers: shown }));
  await changes.get(operator, id, { refresh: true });
  world.device.objects.set('*1', { name: 'office', servers: [{ ...servers()[0], ip: '192.0.2.7' }] });
  t.equal(await refused(changes.apply(operator, id, force)), 'changes.stale');
  t.equal(
    await refused(changes.apply(operator, id, { ...force, accept_stale: true })),
    'changes.secret_needed',
  );
});
