import t from 'tap';
import { countRecords } from '../../../audit/index.ts';
import { defineError, forbidden } from '../../../errors/index.ts';
import { watchRoute } from '../route-watch.ts';
import { type AnyRoute, route } from '../routes/route.ts';

const implied = defineError({ id: 'test.implied', kind: 'forbidden', message: 'No.', implied: true });
const own = defineError({ id: 'test.own', kind: 'forbidden', message: 'No.' });

const declared = (facts: Pick<AnyRoute, 'access'>): AnyRoute =>
  route({
    id: 'test.read',
    method: 'GET',
    path: '/test',
    summary: 'Read',
    deps: {},
    handle: () => undefined,
    ...facts,
  });
const known = declared({ access: { authenticated: true } as AnyRoute['access'] });
const open = declared({ access: { public: 'shows nothing of anybody' } as AnyRoute['access'] });

async function toldOf(of: AnyRoute, error: Error): Promise<readonly string[]> {
  const told: string[] = [];
  const failing = watchRoute(of, { tell: ({ kind }) => told.push(kind), countRecords }, {}, () =>
    Promise.reject(error),
  );
  await t.rejects(failing, error);
  return told;
}

t.test('an error that is implied for every route counts as declared where its status is', async (t) => {
  t.same(await toldOf(known, implied()), []);
  t.same(await toldOf(known, forbidden()), []);
  t.same(await toldOf(known, own()), ['undeclared_error']);
  t.same(await toldOf(open, implied()), ['undeclared_error'], 'a public route answers no 403');
});
