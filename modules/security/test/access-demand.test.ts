import { route } from '@patchbay/kernel/http';
import { routeCatalog } from '@patchbay/kernel/modules';
import t from 'tap';
import { demandOf } from '../services/access-demand.ts';

const known = route({
  id: 'a.b',
  method: 'GET',
  path: '/a',
  summary: 'A route',
  access: { permission: 'device:read' },
  handle: () => ({}),
});
const routes = routeCatalog([{ route: known, module_id: 'a', state: () => 'enabled' }]);
const user_id = '0190a0a0-0000-7000-8000-000000000001';

const detailsOf = (question: Parameters<typeof demandOf>[0]): unknown => {
  try {
    return demandOf(question, routes);
  } catch (error) {
    return (error as { details?: readonly { field: string; type: string }[] }).details?.map(
      ({ field, type }) => [field, type],
    );
  }
};

t.test('a question names one subject and one demand', async (t) => {
  t.same(detailsOf({}), [
    ['user_id', 'required'],
    ['permission', 'required'],
  ]);
  t.same(detailsOf({ user_id, key_id: user_id, permission: 'x', route_id: 'y' }), [
    ['key_id', 'exclusive'],
    ['route_id', 'exclusive'],
  ]);
  t.same(detailsOf({ user_id, route_id: 'a.c' }), [['route_id', 'unknown_route']]);
});

t.test('a route is asked for what it declares, a permission for itself', async (t) => {
  t.match(demandOf({ user_id, route_id: 'a.b' }, routes), {
    access: { permission: 'device:read' },
    permission: null,
    mounted: { module_id: 'a' },
  });
  t.match(demandOf({ user_id, permission: 'x:y' }, routes), {
    access: { permission: 'x:y' },
    permission: 'x:y',
    mounted: null,
  });
});
