import { call } from '../harness/http-client.ts';
import { waitFor } from '../harness/wait-for.ts';
import { ledgerOf } from './ledger.ts';
import { must } from './narrator.ts';
import { type DemoScene, FEATURE } from './scene.ts';

const RULE = { chain: 'forward', action: 'drop', protocol: 'tcp', 'dst-port': '23', comment: 'no telnet' };

export async function stage(scene: DemoScene): Promise<void> {
  const before = (await ledgerOf(scene.router)).length;
  const change = await scene.api.call(
    'POST',
    `/gateway-mikrotik-firewall/${scene.router_id}/changes/${FEATURE}?operation=create`,
    201,
    { token: scene.engineer, body: { payload: RULE, notes: 'telnet has no place here' } },
  );
  scene.change_id = change.body.id;
  must(change.body.status === 'pending', 'the change to be pending');
  must((await ledgerOf(scene.router)).length === before, 'no write at the router');
  await scene.stream?.event('controller.change.staged');
  scene.narrator.got('stream: controller.change.staged');
  scene.narrator.says("The router's own ledger of writes is as it was.");
}

export async function review(scene: DemoScene): Promise<void> {
  const { body } = await scene.api.call('GET', `/changes/${scene.change_id}?refresh=true`, 200, {
    token: scene.engineer,
  });
  scene.narrator.says(
    `risk ${body.risk}, compared with the ${body.diff_base} value; the diff: ${JSON.stringify(body.diff)}`,
  );
  must(body.diff, 'a diff to review');
}

export async function gate(scene: DemoScene): Promise<void> {
  await scene.api.call('PUT', '/system/read-only', 200, { token: scene.owner, body: { read_only: true } });
  const refused = await scene.api.call('POST', `/gateway-vpn/changes/${scene.change_id}/apply`, 403, {
    token: scene.engineer,
    body: { force: true },
  });
  must(String(refused.body.detail).includes('ADAPTER_READ_ONLY'), 'the refusal to name ADAPTER_READ_ONLY');
  await scene.api.call('PUT', '/system/read-only', 200, { token: scene.owner, body: { read_only: null } });
  await scene.api.call('POST', `/gateway-vpn/changes/${scene.change_id}/apply`, 400, {
    token: scene.engineer,
    body: {},
  });
  scene.narrator.says('And without "force": true nothing is applied either.');
}

export async function apply(scene: DemoScene): Promise<void> {
  const before = (await ledgerOf(scene.router)).length;
  const applied = await scene.api.call('POST', `/gateway-vpn/changes/${scene.change_id}/apply`, 200, {
    token: scene.engineer,
    body: { force: true },
  });
  must(applied.body.change.status === 'applied', 'the change to be applied');
  must(applied.body.attempt.outcome === 'succeeded', 'the attempt to have succeeded');
  const written = (await ledgerOf(scene.router)).slice(before);
  must(written.length === 1, `exactly one write at the router, not ${written.length}`);
  scene.narrator.says(`The router's ledger shows it: ${written[0]?.method} ${written[0]?.path}`);
  const live = await scene.api.call(
    'GET',
    `/gateway-mikrotik-firewall/${scene.router_id}/firewall.filter?per_page=200`,
    200,
    {
      token: scene.engineer,
    },
  );
  must(JSON.stringify(live.body.items).includes(RULE.comment), 'the rule to be live on the router');
  await scene.stream?.event('controller.change.applied', ({ change_id }) => change_id === scene.change_id);
  scene.narrator.got('stream: controller.change.applied');
  await scene.api.call('POST', `/gateway-vpn/changes/${scene.change_id}/apply`, 409, {
    token: scene.engineer,
    body: { force: true },
  });
}

export async function connectionRan(scene: DemoScene): Promise<void> {
  const token = scene.owner;
  const run = await waitFor('the run', async () => {
    const { body } = await call(scene.url, 'GET', `/api/v1/fabric/connections/${scene.connection_id}/runs`, {
      token,
    });
    return body.items?.find(
      ({ status }: { status: string }) => status === 'succeeded' || status === 'failed',
    );
  });
  must(run.status === 'succeeded', `the run to succeed, not ${JSON.stringify(run)}`);
  scene.narrator.got(
    `run ${run.status}: ${run.steps.map((each: { operation_id: string; status: string }) => `${each.operation_id} ${each.status}`).join(', ')}`,
  );
  const inbox = await waitFor('the notification', async () => {
    const { body } = await call(scene.url, 'GET', '/api/v1/notifications', { token });
    return body.items?.[0];
  });
  scene.narrator.got(`inbox: ${inbox.title}: ${inbox.body}`);
}

export async function pluginReacted(scene: DemoScene): Promise<void> {
  const frame = await scene.stream?.event(
    'plugin.lease-watch.change_seen',
    ({ change_id }) => change_id === scene.change_id,
  );
  must(frame?.event, 'the event of the plugin on the stream');
  scene.narrator.got(`stream: ${frame.event.event_type} ${JSON.stringify(frame.event.payload)}`);
  await scene.api.call('POST', '/fabric/operations/plugin.lease-watch.summary/invoke', 501, {
    token: scene.owner,
    body: { params: {} },
  });
  scene.narrator.says(
    'Its read operation stands in the catalog; nobody can use it to reach around the rules.',
  );
}

export async function isolation(scene: DemoScene): Promise<void> {
  const token = scene.other;
  await scene.api.call('GET', `/changes/${scene.change_id}`, 404, { token });
  await scene.api.call('GET', `/controllers/${scene.router_id}`, 404, { token });
  const devices = await scene.api.call('GET', '/devices', 200, { token });
  must(devices.body.total === 0, 'no device of another organization');
}

export async function audit(scene: DemoScene): Promise<void> {
  const { body } = await scene.api.call('GET', '/audit?per_page=200', 200, { token: scene.owner });
  const actions = new Set(body.items.map(({ action }: { action: string }) => action));
  scene.narrator.says(`${body.total} records, among them: ${[...actions].slice(0, 8).join(', ')}`);
  const report = await scene.api.call('GET', '/audit/validate', 200, { token: scene.owner });
  must(report.body.valid === true, 'the chain to be whole');
}
