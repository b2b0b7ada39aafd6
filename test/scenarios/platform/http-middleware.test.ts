import { contribute } from '@patchbay/kernel/extension';
import { HTTP_MIDDLEWARE, type HttpMiddleware } from '@patchbay/kernel/http';
import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';

const stamp: HttpMiddleware = {
  id: 'gatehouse.stamp',
  async middleware(ctx, next) {
    ctx.set('X-Passed', 'gatehouse');
    await next();
  },
};
const door: HttpMiddleware = {
  id: 'gatehouse.door',
  async middleware(ctx, next) {
    const wish = ctx.get('x-wish');
    if (wish === 'refused') ctx.throw(403, 'Not through this door.');
    if (wish === 'teapot') ctx.throw(418, 'A teapot.');
    if (wish === 'broken') throw new Error('the hinge at /etc/secret broke');
    if (wish === 'answered') {
      ctx.body = { by: 'the door' };
      return;
    }
    if (wish !== 'silent') await next();
  },
};
/** Headers that only replies of routes have. */
const OF_ROUTES = new Set([
  'etag',
  'vary',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
]);

const gatehouse = moduleOf(import.meta.filename, {
  id: 'gatehouse',
  title: 'Gatehouse',
  contributes: [...contribute(HTTP_MIDDLEWARE, stamp, door)],
});

t.test('Koa middleware of a module stands before every route, without an edit elsewhere', async (t) => {
  const harness = await bootPlatform(t, { modules: [gatehouse] });
  const wish = (text: string, path = '/modules') =>
    harness.call('GET', path, { headers: { 'x-wish': text }, as: owner });
  const owner = await harness.owner();

  const passed = await wish('in');
  t.equal(passed.status, 200);
  t.equal(passed.headers['x-passed'], 'gatehouse', 'its header is on the reply of a route');
  t.equal((await wish('in', '/nowhere')).headers['x-passed'], 'gatehouse', 'and on a refusal');

  const refused = await wish('refused');
  t.equal(refused.status, 403);
  t.match(refused.body, { error: { code: 403, message: 'Not through this door.' } });
  t.equal((await wish('teapot')).status, 400, 'a status that the platform does not answer is a plain 400');

  const broken = await wish('broken');
  t.equal(broken.status, 500);
  t.notMatch(broken.text, /hinge/, 'words of a fault reach no caller');

  const answered = await wish('answered');
  t.equal(answered.status, 200);
  t.same(answered.body, { by: 'the door' }, 'it may answer by itself');
  const common = Object.keys(passed.headers).filter((name) => !OF_ROUTES.has(name));
  t.same(
    common.filter((name) => answered.headers[name] === undefined),
    [],
    'its answer has the headers that every answer has',
  );

  const silent = await wish('silent');
  t.equal(silent.status, 404);
  t.match(silent.body, { error: { code: 404 } }, 'middleware that neither answers nor goes on is a 404');
});
