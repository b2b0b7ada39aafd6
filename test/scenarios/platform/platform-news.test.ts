import t from 'tap';
import { bootPlatform, type Person, waitFor } from '../../harness/index.ts';

t.test(
  'settings of the platform and of an organization that change are told to those who may see them',
  async (t) => {
    const platform = await bootPlatform(t);
    const owner = await platform.owner();
    const admin = await platform.person('org_admin');
    const stranger = await platform.person('org_admin', await platform.organization('Second Networks'));
    const told = async (pattern: string, as: Person) => {
      const { body } = await platform.call('GET', `/events?event_type=${pattern}&per_page=50`, { as });
      return (body.items as { event_type: string; payload: object }[]).map(({ event_type, payload }) => ({
        event_type,
        payload,
      }));
    };
    const call = async (
      status: number,
      method: string,
      path: string,
      body: object | undefined,
      as = owner,
    ) => {
      const answer = await platform.call(method, path, { as, body });
      t.equal(answer.status, status, `${method} ${path} ${answer.text}`);
      return answer.body;
    };
    const newest = (pattern: string, count: number, as = owner) =>
      waitFor(`${count} of ${pattern}`, async () => {
        const events = await told(pattern, as);
        return events.length >= count ? events : null;
      });

    await t.test('the write gate', async (t) => {
      await call(200, 'PUT', '/system/read-only', { read_only: true });
      t.same(await newest('system.write_gate.changed', 1), [
        {
          event_type: 'system.write_gate.changed',
          payload: { override: true, read_only: true, source: 'override', actor_id: owner.user_id },
        },
      ]);
    });

    await t.test('a module, once, when it is switched to another state', async (t) => {
      for (const enabled of [true, false, false, true]) await call(200, 'PATCH', '/modules/vpn', { enabled });
      t.same(
        (await newest('system.module.switched', 2)).map(({ payload }) => payload),
        [true, false].map((enabled) => ({ module_id: 'vpn', enabled, actor_id: owner.user_id })),
      );
      t.same(await told('system.**', admin), []);
    });

    await t.test('approval policies and freezes', async (t) => {
      const policy = await call(201, 'POST', '/changes/policies', {
        feature_pattern: 'routeros.**',
        min_approvers: 1,
      });
      await call(200, 'PATCH', `/changes/policies/${policy.id}`, { min_approvers: 2 });
      await call(204, 'DELETE', `/changes/policies/${policy.id}`, undefined);
      const of = (verb: string, id: string) => ({ id, verb, site_id: null, actor_id: owner.user_id });
      t.same(
        (await newest('settings.approval_policy.changed', 3, admin)).map(({ payload }) => payload),
        ['delete', 'update', 'create'].map((verb) => of(verb, policy.id)),
      );
      const freeze = await call(201, 'POST', '/changes/freezes', {
        starts_at: '2030-01-01T00:00:00Z',
        ends_at: '2030-01-02T00:00:00Z',
        reason: 'holidays',
      });
      t.same(await newest('settings.change_freeze.changed', 1, admin), [
        { event_type: 'settings.change_freeze.changed', payload: of('create', freeze.id) },
      ]);
    });

    await t.test('settings of an organization, there only', async (t) => {
      await call(200, 'PATCH', `/organizations/${owner.organization_id}`, { name: 'Renamed Networks' });
      t.same(await newest('settings.organization.changed', 1, admin), [
        {
          event_type: 'settings.organization.changed',
          payload: { organization_id: owner.organization_id, fields: ['name'], actor_id: owner.user_id },
        },
      ]);
      t.same(await told('settings.**', stranger), []);
    });
  },
);
