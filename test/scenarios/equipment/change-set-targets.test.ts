import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';

t.test(
  'a set names the changes whose controller is gone, when it is saved and when it is applied',
  async (t) => {
    const platform = await bootPlatform(t, { work: false });
    const as = await platform.owner();
    const site_id = await platform.site(as, 'Office');
    const call = platform.call.bind(platform);
    const register = async (name: string): Promise<string> => {
      const body = { name, site_id, vendor: 'mikrotik', url: 'https://127.0.0.1:9' };
      return (await call('POST', '/controllers', { as, body })).body.id;
    };
    const [kept, gone] = [await register('kept'), await register('gone')];
    const stage = async (id: string): Promise<string> => {
      const path = `/gateway-routeros-firewall/${id}/changes/firewall.filter?operation=create`;
      return (await call('POST', path, { as, body: { payload: { chain: 'forward' } } })).body.id;
    };
    const changes = [await stage(kept), await stage(gone)];
    const save = () => call('POST', '/change-sets', { as, body: { name: 'night', changes } });
    const saved = await save();
    t.equal(saved.status, 201, saved.text);
    t.equal((await call('DELETE', `/controllers/${gone}`, { as })).status, 204);
    const finding = {
      status: 422,
      body: { error: { details: [{ field: 'changes.1', type: 'unknown_controller' }] } },
    };
    const path = `/change-sets/${saved.body.id}`;
    t.match(await call('POST', `${path}/apply`, { as, body: { force: true } }), finding);
    t.equal((await call('GET', path, { as })).body.status, 'draft', 'nothing began');
    t.equal((await call('POST', `${path}/cancel`, { as })).status, 200);
    t.match(await save(), finding);
  },
);
