import { RouterOsController } from '@patchbay/lab';
import pg from 'pg';
import t from 'tap';
import {
  bootPlatform,
  type Harness,
  loginOf,
  type Person,
  registered,
  started,
  waitFor,
} from '../../harness/index.ts';

/** A platform and a router that it reaches over `bridge`. */
async function begin(t: Parameters<typeof bootPlatform>[0]) {
  const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' } });
  const owner = await platform.owner();
  const lab = new RouterOsController({
    plain_http: true,
    devices: 4,
    reached_by: 'bridge',
    reboot_ms: 1_000,
  });
  const endpoint = await started(t, lab);
  const database = new pg.Client({ connectionString: platform.databaseUrl });
  await database.connect();
  t.teardown(() => database.end());
  const site_id = await platform.site(owner, 'Branch');
  const router = { name: 'edge', site_id, vendor: 'mikrotik', endpoint, login: loginOf(endpoint) };
  return { platform, owner, lab, database, id: await registered(platform, owner, router) };
}

type Begun = Awaited<ReturnType<typeof begin>>;

async function stage(
  { platform, id }: Pick<Begun, 'platform' | 'id'>,
  as: Person,
  feature: string,
  operation: string,
  body: Record<string, unknown>,
) {
  const area = feature.split('.')[0];
  const path = `/gateway-mikrotik-${area}/${id}/changes/${feature}?operation=${operation}`;
  const staged = await platform.call('POST', path, { as, body });
  if (staged.status !== 201) throw new Error(staged.text);
  return staged.body;
}

const apply = (platform: Harness, as: Person, id: string, more: object = {}) =>
  platform.call('POST', `/gateway-vpn/changes/${id}/apply`, { as, body: { force: true, ...more } });

/** Time passes for the router and for the attempt that waits. */
async function timePasses(
  { lab, database }: Pick<Begun, 'lab' | 'database'>,
  seconds: number,
): Promise<void> {
  await database.query(`update change_attempts set confirm_until = confirm_until - make_interval(secs => ${seconds}),
    armed_at = armed_at - make_interval(secs => ${seconds}) where outcome = 'awaiting_confirmation'`);
  await database.query('update graphile_worker._private_jobs set run_at = now()');
  lab.clock.advance(seconds * 1_000);
}

t.test('a change that cuts the platform off from its router comes back by itself', async (t) => {
  const begun = await begin(t);
  const { platform, owner, lab, id } = begun;
  const bridge = lab.state()['/interface/bridge']?.[0]?.['.id'];
  const change = await stage(begun, owner, 'interfaces.bridge', 'update', {
    target_id: bridge,
    payload: { disabled: 'yes' },
  });
  t.equal(change.confirm, 'device');
  t.match(change.warnings, [/may reach the router/]);

  const applied = await apply(platform, owner, change.id, { confirm_within_seconds: 10 });
  t.equal(applied.status, 200, applied.text);
  t.match(applied.body, {
    change: { status: 'pending', last_outcome: 'awaiting_confirmation' },
    attempt: { outcome: 'awaiting_confirmation', confirm_mechanism: 'device' },
  });
  const lost = await platform.call('POST', `/changes/${change.id}/confirm`, { as: owner });
  t.equal(lost.status, 502, 'what cannot be reached cannot be confirmed');
  t.equal((await apply(platform, owner, change.id)).status, 409);
  t.equal(
    (await platform.call('POST', `/gateway-vpn/changes/${change.id}/discard?force=true`, { as: owner }))
      .status,
    409,
  );

  await timePasses(begun, 50);
  lab.clock.advance(1_000);
  const back = await waitFor(
    'the change to be taken back',
    async () => {
      const { body } = await platform.call('GET', `/changes/${change.id}`, { as: owner });
      return body.last_outcome === 'reverted' ? body : null;
    },
    { timeoutMs: 60_000 },
  );
  t.match(back, { status: 'pending', last_error: /not confirmed in time/ });
  t.match(lab.state()['/interface/bridge'], [{ disabled: 'false' }]);
  t.same(lab.state()['/system/scheduler'] ?? [], []);
  t.same(lab.state()['/file'] ?? [], [], 'nothing of the guard is left on the router');
  const live = await platform.call('GET', `/gateway-mikrotik-interfaces/${id}/interfaces.bridge`, {
    as: owner,
  });
  t.equal(live.status, 200);
  const { body } = await platform.call('GET', `/changes/${change.id}/timeline`, { as: owner });
  t.match(body.items, [{ kind: 'attempt', outcome: 'reverted' }, { kind: 'staged' }]);
});

t.test('a confirmed change stands, and is undone from what stood before it', async (t) => {
  const begun = await begin(t);
  const { platform, lab } = begun;
  const operator = await platform.person('operator');
  const viewer = await platform.person('viewer');
  const drop = { chain: 'forward', action: 'drop', 'src-address': '10.9.0.0/24' };
  const made = await stage(begun, operator, 'firewall.filter', 'create', { payload: drop });
  const within = { confirm_within_seconds: 60 };
  t.equal((await apply(platform, operator, made.id, { confirm_within_seconds: 9 })).status, 422);
  t.equal((await apply(platform, operator, made.id, within)).status, 200);
  const other = await stage(begun, operator, 'interfaces.vlan', 'create', {
    payload: { interface: 'bridge', 'vlan-id': 77, name: 'vlan77' },
  });
  const meanwhile = await apply(platform, operator, other.id);
  t.equal(meanwhile.status, 409, 'the router would take that back as well');

  t.equal((await platform.call('POST', `/changes/${made.id}/confirm`, { as: viewer })).status, 403);
  const confirmed = await platform.call('POST', `/changes/${made.id}/confirm`, { as: operator });
  t.equal(confirmed.status, 200, confirmed.text);
  t.match(confirmed.body, { change: { status: 'applied' }, attempt: { outcome: 'succeeded' } });
  await timePasses(begun, 600);
  t.equal((await apply(platform, operator, other.id)).status, 200);
  t.equal((await platform.call('POST', `/changes/${made.id}/confirm`, { as: operator })).status, 409);

  const target_id: string = confirmed.body.attempt.target_id;
  const update = await stage(begun, operator, 'firewall.filter', 'update', {
    target_id,
    payload: { action: 'accept', protocol: 'tcp', comment: 'guests' },
  });
  t.equal((await apply(platform, operator, update.id)).status, 200);
  t.equal((await platform.call('POST', `/changes/${update.id}/undo`, { as: viewer })).status, 403);
  const undo = await platform.call('POST', `/changes/${update.id}/undo`, { as: operator });
  t.equal(undo.status, 201, undo.text);
  t.match(undo.body, { reverts: update.id, payload: { action: 'drop', protocol: null, comment: '' } });
  const undone = await apply(platform, operator, undo.body.id);
  t.equal(undone.status, 200, undone.text);
  const rule = lab.state()['/ip/firewall/filter']?.find((row) => row['.id'] === target_id);
  t.match(rule, drop);
  t.notOk(rule?.['protocol']);
});

t.test('conflicts, warnings and comments stand beside a change', async (t) => {
  const begun = await begin(t);
  const { platform, owner } = begun;
  const operator = await platform.person('operator');
  const viewer = await platform.person('viewer');
  const update = (comment: string) =>
    stage(begun, operator, 'firewall.filter', 'update', { target_id: '*1', payload: { comment } });
  const first = await update('one');
  const second = await update('two');
  t.same([first.conflicts, second.conflicts], [[], [first.id]]);
  const { body: listed } = await platform.call('GET', '/changes', { as: viewer });
  t.same(
    listed.items.map((item: { conflicts: string[] }) => item.conflicts),
    [[first.id], [second.id]],
  );
  await platform.call('POST', `/gateway-vpn/changes/${first.id}/discard`, { as: operator });
  t.same((await platform.call('GET', `/changes/${second.id}`, { as: viewer })).body.conflicts, []);

  const say = (as: Person, body: unknown, id = second.id) =>
    platform.call('POST', `/changes/${id}/comments`, { as, body });
  t.match(await say(operator, { text: 'please look at line two' }), {
    status: 201,
    body: { author_id: operator.user_id },
  });
  t.equal((await say(viewer, { text: 'me too' })).status, 403);
  for (const body of [
    {},
    { text: '' },
    { text: ' ' },
    { text: 'x'.repeat(4_001) },
    { text: 'x', more: 1 },
    { text: 7 },
  ])
    t.equal((await say(operator, body)).status, 422, JSON.stringify(body).slice(0, 40));
  t.equal((await say(operator, { text: 'x' }, '0199aa00-0000-7000-8000-00000000dead')).status, 404);
  const { body } = await platform.call('GET', `/changes/${second.id}/timeline`, { as: viewer });
  t.match(body.items, [
    { kind: 'comment', text: 'please look at line two', actor_id: operator.user_id },
    { kind: 'staged' },
  ]);

  const services = await stage(begun, owner, 'services.ip_service', 'update', {
    target_id: '*3',
    payload: { port: '81' },
  });
  t.match(services.warnings, [/may be the service www/]);
  const seen = await platform.call('GET', `/changes/${services.id}?refresh=true`, { as: viewer });
  t.match(seen.body.warnings, [/reaches the router through the service www\./]);
  const { body: features } = await platform.call('GET', '/changes/features?vendor=mikrotik&per_page=200', {
    as: viewer,
  });
  const how = (key: string) => features.items.find((item: { key: string }) => item.key === key)?.confirm;
  t.equal(how('routeros.firewall.filter'), 'device');
  t.equal(how('routeros.system.reboot'), null);
});
