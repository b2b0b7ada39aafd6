import t from 'tap';
import { unavailable } from '../../../errors/index.ts';
import { assemble, principalOf } from './support/assembly.ts';
import { bareRoute } from './support/bare-route.ts';

const read = bareRoute('read', { access: { authenticated: true } });

/** Counts looks; credentials that begin with `good` are users, each of a name of their own. */
function counting() {
  const world = { looks: 0, isDown: false };
  const authenticator = {
    authenticate: async ({ value }: { readonly value: string }) => {
      world.looks += 1;
      if (world.isDown) throw unavailable();
      return value.startsWith('good') ? principalOf('viewer', { user_id: value }) : null;
    },
    epochOf: () => 0,
    revalidate: async () => null,
  };
  return { world, authenticators: { values: [authenticator], version: 1 } };
}

t.test('who is over the limit costs no further look, known callers of that address go on', async (t) => {
  const { world, authenticators } = counting();
  const { call, clock } = await assemble(t, [read], { authenticators, environment: { RATE_LIMIT_RPM: '5' } });
  t.equal((await call('/read', { as: 'good-1' })).status, 200);
  for (let n = 0; n < 5; n += 1) t.equal((await call('/read', { as: `bad-${n}` })).status, 401);
  world.looks = 0;
  for (let n = 5; n < 25; n += 1) t.equal((await call('/read', { as: `bad-${n}` })).status, 429);
  t.equal(world.looks, 0);
  t.equal((await call('/read', { as: 'good-2' })).status, 429, 'nobody can tell it from a bad one unseen');
  t.equal((await call('/read', { as: 'good-1' })).status, 200);
  clock.advance(61_000);
  t.equal((await call('/read', { as: 'good-2' })).status, 200);
});

t.test('a database that is gone makes nobody a suspect', async (t) => {
  const { world, authenticators } = counting();
  const { call } = await assemble(t, [read], { authenticators, environment: { RATE_LIMIT_RPM: '2' } });
  world.isDown = true;
  t.equal((await call('/read', { as: 'good-1' })).status, 503);
  t.equal((await call('/read', { as: 'good-1' })).status, 503);
  world.isDown = false;
  t.equal((await call('/read', { as: 'good-1' })).status, 200);
});

t.test('many at once from one address pay before they are looked at', async (t) => {
  const { world, authenticators } = counting();
  const { call } = await assemble(t, [read], { authenticators, environment: { RATE_LIMIT_RPM: '5' } });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => call('/read', { as: `bad-${n}` })));
  t.ok(world.looks <= 60, `${world.looks} looks`);
  t.equal(answers.filter(({ status }) => status === 401).length, 5);
});
