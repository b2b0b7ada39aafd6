import t from 'tap';
import Type from 'typebox';
import { conflict } from '../../../errors/index.ts';
import { route } from '../index.ts';
import { assemble } from './support/assembly.ts';

const SITE = '018f0000-0000-7000-8000-0000000000bb';

t.test('a read narrowed to a site is refused before its handler like any other', async (t) => {
  const handled: string[] = [];
  const list = route({
    id: 'test.list',
    method: 'GET',
    path: '/things',
    summary: 'Lists',
    access: { authenticated: true },
    query: Type.Object({ site_id: Type.Optional(Type.String()) }),
    errors: [conflict],
    before: () => {
      throw conflict();
    },
    handle: () => {
      handled.push('things');
      return {};
    },
  });
  const visible = { values: [{ isVisible: async () => true }], version: 1 };
  const { call } = await assemble(t, [list], { siteGuards: visible });
  t.equal((await call('/things', { as: 'viewer' })).status, 409);
  t.equal((await call(`/things?site_id=${SITE}`, { as: 'viewer' })).status, 409);
  t.same(handled, []);
});
