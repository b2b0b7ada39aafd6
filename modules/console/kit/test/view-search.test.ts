import t from 'tap';
import { changeTo, isSameSearch, keptSearch, searchOfView } from '../lists/view-search.ts';

t.test('a view keeps the search, not the page of the list nor the tab', async (t) => {
  t.same(keptSearch({ search: 'cam', page: '3', tab: 'devices', sort: '-name', kind: '' }), {
    search: 'cam',
    sort: '-name',
  });
});

t.test('opening a view drops what it does not ask for', async (t) => {
  const wanted = searchOfView({ status: 'offline', tag: ['core', 'leased'], none: [] });
  t.same(wanted, { status: 'offline', tag: 'core' });
  t.same(changeTo({ search: 'cam', tab: 'devices' }, wanted), {
    search: null,
    status: 'offline',
    tag: 'core',
  });
  t.equal(isSameSearch({ a: '1', b: '2' }, { b: '2', a: '1' }), true);
  t.equal(isSameSearch({ a: '1' }, { a: '2' }), false);
});
