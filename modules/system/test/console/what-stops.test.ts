import t from 'tap';
import { missingFor, whatStops } from '../../console/modules/what-stops.ts';

const module = (id: string, required_by: readonly string[], enabled = true) => ({
  id,
  title: id,
  enabled,
  prefixes: [`/${id}`],
  required_by,
});

const all = [
  module('inventory', ['changes', 'cameras']),
  module('changes', ['gateway']),
  module('gateway', ['vpn']),
  module('vpn', []),
  module('cameras', [], false),
  module('alerts', []),
];

t.test('modules stop that need the one, by way of others too', async (t) => {
  const { modules, prefixes } = whatStops(all, 'inventory');
  t.same(
    modules.map(({ id }) => id),
    ['changes', 'gateway', 'vpn'],
  );
  t.same(prefixes, ['/inventory', '/changes', '/gateway', '/vpn']);
});

t.test('a module that none needs stops alone', async (t) => {
  t.same(whatStops(all, 'alerts'), { modules: [], prefixes: ['/alerts'] });
});

t.test('modules that need each other end', async (t) => {
  const circle = [module('a', ['b']), module('b', ['a'])];
  t.same(
    whatStops(circle, 'a').modules.map(({ id }) => id),
    ['b'],
  );
});

t.test('a module waits for those that it needs', async (t) => {
  const off = [module('inventory', ['changes'], false), module('changes', [], false)];
  t.same(
    missingFor(off, 'changes').map(({ id }) => id),
    ['inventory'],
  );
  t.same(missingFor(all, 'changes'), []);
});
