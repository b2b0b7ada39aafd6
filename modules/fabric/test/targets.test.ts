import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { connect, logs } from './support/platform.ts';
import { pretendedModule } from './support/pretended.ts';

type Fields = Readonly<Record<string, unknown>>;

t.test('ids that steps name', async (t) => {
  const harness = await bootPlatform(t, { modules: [pretendedModule], work: false });
  const owner = await harness.owner();
  const stranger = await harness.person('org_admin', await harness.organization('Elsewhere'));
  const controllerOf = async (as: typeof owner, vendor: string): Promise<string> => {
    const facts = { name: vendor, site_id: await harness.site(as, vendor), vendor, url: 'https://192.0.2.1' };
    const made = await harness.call('POST', '/controllers', { as, body: facts });
    t.equal(made.status, 201, made.text);
    return made.body.id;
  };
  const router = await controllerOf(owner, 'mikrotik');
  const foreign = await controllerOf(stranger, 'mikrotik');
  const nowhere = '01980000-0000-7000-8000-000000000001';
  const site = async (as: typeof owner) => harness.site(as, `Site ${Math.random()}`);
  const [mySite, otherSite] = [await site(owner), await site(stranger)];

  const step = (operation_id: string, params: Fields) => ({ operation_id, params });
  const set = (controller_id: unknown) => step('pretended.set', { controller_id, name: 'n' });
  const start = (controller_id: unknown) => step('hypervisor.vm.start', { controller_id, target_id: '103' });
  const inApp = (...user_ids: readonly string[]) =>
    step('fabric.notify', { channels: { in_app: { user_ids } } });
  const clients = (params: Fields) => step('network.client.list', params);
  const path = '/fabric/connections';
  const draft = (steps: readonly object[]) => ({ name: 'Wired', source_event: 'ingest.external', steps });
  const rule = (actions: readonly object[]) => ({
    name: 'Rule',
    trigger_type: 'event',
    trigger_config: { event_pattern: 'ingest.external' },
    actions,
  });

  const refused: readonly (readonly [object, string, string])[] = [
    [set(foreign), 'controller_id', 'CROSS_TENANT_TARGET'],
    [set(nowhere), 'controller_id', 'CROSS_TENANT_TARGET'],
    [start(router), 'controller_id', 'vendor_mismatch'],
    [step('hypervisor.vm.start', { controller_id: router }), 'target_id', 'required'],
    [inApp(owner.user_id, stranger.user_id), 'channels.in_app.user_ids.1', 'not_found'],
    [clients({ site_id: otherSite }), 'site_id', 'not_found'],
    [clients({ controller_id: foreign }), 'controller_id', 'CROSS_TENANT_TARGET'],
    [step('cameras.snapshot', { camera_id: nowhere }), 'camera_id', 'not_found'],
  ];

  t.test('are those of the organization, and of gear that knows the feature', async (t) => {
    for (const [wrong, field, type] of refused) {
      const body = draft([logs('x'), wrong]);
      const name = `${JSON.stringify(wrong)} ${type}`;
      const finding = { field: `steps.1.params.${field}`, type };
      const dry = await harness.call('POST', `${path}?dry_run=true`, { as: owner, body });
      t.equal(dry.status, 200, dry.text);
      t.match(
        dry.body.findings.find((each: Fields) => each['type'] === type),
        { ...finding, severity: 'error' },
        name,
      );
      const saved = await harness.call('POST', path, { as: owner, body });
      t.equal(saved.status, 422, name);
      t.ok(
        saved.body.error.details.some(
          (each: Fields) => each['field'] === finding.field && each['type'] === type,
        ),
      );
    }
    t.equal((await harness.call('GET', path, { as: owner })).body.total, 0);
  });

  t.test('are looked up for rules alike', async (t) => {
    for (const [wrong, field, type] of refused) {
      const body = rule([{ action_type: 'fabric.operation', params: wrong }]);
      const finding = { field: `actions.0.params.params.${field}`, type };
      const dry = await harness.call('POST', '/automation/rules?dry_run=true', { as: owner, body });
      t.match(
        dry.body.findings.find((each: Fields) => each['type'] === type),
        { ...finding, severity: 'error' },
        `${JSON.stringify(wrong)} ${dry.text}`,
      );
      t.equal((await harness.call('POST', '/automation/rules', { as: owner, body })).status, 422);
    }
    const stage = (controller_id: string, feature: string) => ({
      action_type: 'stage_change',
      params: { controller_id, feature, operation: 'update', target_id: '103', payload: {} },
    });
    for (const [action, type] of [
      [stage(foreign, 'pretended.set'), 'CROSS_TENANT_TARGET'],
      [stage(router, 'vmhost.vm.start'), 'vendor_mismatch'],
    ] as const) {
      const answer = await harness.call('POST', '/automation/rules', { as: owner, body: rule([action]) });
      t.equal(answer.status, 422, answer.text);
      t.match(answer.body.error.details, [{ field: 'actions.0.params.controller_id', type }]);
    }
    t.equal((await harness.call('GET', '/automation/rules', { as: owner })).body.total, 0);
  });

  t.test('that templates bring are judged when they are there', async (t) => {
    const steps = [set('{{trigger.payload.controller}}'), clients({ site_id: '{{trigger.payload.site}}' })];
    t.ok(await connect(harness, owner, { steps }));
    t.ok(await connect(harness, owner, { steps: [set(router), clients({ site_id: mySite })] }));
  });

  t.test('that are gone keep a Connection from being switched on, not from being renamed', async (t) => {
    const doomed = await controllerOf(owner, 'proxmox');
    const id = await connect(harness, owner, { steps: [start(doomed)], is_enabled: false });
    const change = (body: Fields, query = '') =>
      harness.call('PATCH', `${path}/${id}${query}`, { as: owner, body });
    t.equal((await change({ is_enabled: true })).status, 200);
    t.equal((await harness.call('DELETE', `/controllers/${doomed}`, { as: owner })).status, 204);
    t.equal((await change({ name: 'Renamed', is_enabled: false })).status, 200);
    const finding = { field: 'steps.0.params.controller_id', type: 'CROSS_TENANT_TARGET' };
    const enabled = await change({ is_enabled: true });
    t.equal(enabled.status, 422);
    t.match(enabled.body.error.details, [finding]);
    const dry = await change({ is_enabled: true }, '?dry_run=true');
    t.match(dry.body.findings, [{ ...finding, severity: 'error' }]);
  });
});
