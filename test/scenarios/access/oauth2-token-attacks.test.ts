import t, { type Test } from 'tap';
import type { Answer } from '../../harness/index.ts';
import { Rows } from '../../sweeps/support/rows.ts';
import { Listener } from '../support/listener.ts';
import {
  CALLBACK,
  codeFor,
  form,
  proof,
  type Registered,
  register,
  renewal,
  secretOf,
  tokensFor,
} from '../support/oauth2.ts';
import { oauth2World, said } from '../support/oauth2-world.ts';

const { harness, admin, app, open, exchange, use } = await oauth2World(t);
const rows = await Rows.open(harness.databaseUrl, t);

t.test('a code is of one client, one redirect URI and one verifier', async (t) => {
  const fields = await codeFor(harness, admin, app);
  const other = await register(harness, admin, { name: 'Other' });
  const without = (name: string) =>
    Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
  for (const wrong of [
    { ...fields, ...secretOf(other) },
    { ...without('client_secret'), ...secretOf(open) },
    { ...fields, redirect_uri: `${CALLBACK}/` },
    { ...fields, code_verifier: proof().verifier },
    { ...fields, code_verifier: 'short' },
    { ...fields, code: `svcc_${'A'.repeat(43)}` },
    { ...fields, code: 'x' },
  ])
    t.same(said(await exchange(wrong)), [400, 'invalid_grant']);
  for (const name of ['code', 'redirect_uri', 'code_verifier', 'grant_type'])
    t.same(said(await exchange(without(name))), [400, 'invalid_request'], name);
  t.same(said(await exchange(without('client_secret'))), [401, 'invalid_client']);
  t.same(said(await exchange({ ...fields, grant_type: 'password' })), [400, 'unsupported_grant_type']);
  t.equal((await exchange(fields)).status, 200, 'the code itself is still good');
});

/** That one of them won, and that its grant ended with the uses that lost. */
async function onlyWinner(t: Test, answers: readonly Answer[]): Promise<Answer | undefined> {
  const won = answers.filter(({ status }) => status === 200);
  t.equal(won.length, 1);
  t.ok(
    answers.every(({ status }) => [200, 400, 503].includes(status)),
    'a loaded database may ask to wait',
  );
  t.equal((await use(won[0]?.body.access_token)).status, 401);
  return won[0];
}

t.test('of fifty uses of one code one wins, and the grant ends with it', async (t) => {
  const user = await harness.person('viewer');
  const fields = await codeFor(harness, user, app);
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(fields)));
  const won = await onlyWinner(t, answers);
  t.same(said(await exchange(renewal(app, won?.body.refresh_token))), [400, 'invalid_grant']);
});

t.test('a code that comes again takes back what it gave', async (t) => {
  const user = await harness.person('viewer');
  const fields = await codeFor(harness, user, open);
  const tokens = (await exchange(fields)).body;
  t.equal((await use(tokens.access_token)).status, 200);
  t.same(said(await exchange({ ...fields, code_verifier: proof().verifier })), [400, 'invalid_grant']);
  t.equal((await use(tokens.access_token)).status, 200, 'nobody without the verifier ends it');
  t.same(said(await exchange(fields)), [400, 'invalid_grant']);
  t.equal((await use(tokens.access_token)).status, 401);
  const { body } = await harness.call('GET', '/audit?action=oauth2.replay_detected&per_page=200', {
    as: admin,
  });
  t.ok(body.items.some(({ detail }: { detail: { user_id: string } }) => detail.user_id === user.user_id));
});

t.test('of fifty uses of one refresh token one wins; a used one ends the grant', async (t) => {
  const user = await harness.person('viewer');
  const first = await tokensFor(harness, user, app);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => exchange(renewal(app, first.refresh_token))),
  );
  await onlyWinner(t, answers);

  const second = await tokensFor(harness, user, app);
  const next = (await exchange(renewal(app, second.refresh_token))).body;
  t.equal((await use(next.access_token)).status, 200);
  t.same(said(await exchange(renewal(open, second.refresh_token))), [400, 'invalid_grant']);
  t.equal((await use(next.access_token)).status, 200, 'another client ends nothing');
  t.same(said(await exchange(renewal(app, second.refresh_token))), [400, 'invalid_grant']);
  t.equal((await use(next.access_token)).status, 401);
  t.same(said(await exchange(renewal(app, next.refresh_token))), [400, 'invalid_grant']);
});

t.test('a client neither reads nor ends the tokens of another', async (t) => {
  const other = await register(harness, admin, { name: 'Other' });
  const tokens = await tokensFor(harness, await harness.person('viewer'), app);
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const asked = await form(harness, '/oauth2/introspect', { token, ...secretOf(other) });
    t.same(asked.body, { active: false });
    t.equal((await form(harness, '/oauth2/revoke', { token, ...secretOf(other) })).status, 200);
  }
  t.equal((await use(tokens.access_token)).status, 200);
});

t.test('no kind of token is taken for another', async (t) => {
  const user = await harness.person('viewer');
  const tokens = await tokensFor(harness, user, app);
  const code = (await codeFor(harness, user, app))['code'] ?? '';
  for (const token of [
    tokens.refresh_token,
    code,
    app.client_secret ?? '',
    `svco_${'A'.repeat(43)}`,
    'svco_x',
  ])
    t.equal((await use(token)).status, 401, token.slice(0, 8));
  t.equal((await harness.call('GET', '/sites', { apiKey: tokens.access_token })).status, 401);
  const cookie = `svc_access=${tokens.access_token}`;
  t.equal((await harness.call('GET', '/sites', { headers: { cookie } })).status, 401);
  const refreshed = await harness.call('POST', '/auth/refresh', {
    body: { refresh_token: tokens.refresh_token },
  });
  t.equal(refreshed.status, 401);
  for (const refresh_token of [user.refresh_token, user.token, tokens.access_token])
    t.same(said(await exchange(renewal(app, refresh_token))), [400, 'invalid_grant']);
});

t.test('an application opens no socket', async (t) => {
  const tokens = await tokensFor(harness, admin, app);
  await t.rejects(Listener.open(harness, tokens.access_token));
});

t.test('a grant keeps few codes and tokens', async (t) => {
  const user = await harness.person('viewer');
  const own: Registered = await register(harness, admin, { confidential: false });
  let { refresh_token } = await tokensFor(harness, user, own);
  for (let round = 0; round < 120; round += 1) {
    const answer = await exchange(renewal(own, refresh_token));
    if (answer.status !== 200) t.fail(`round ${round}: ${answer.text}`);
    refresh_token = answer.body.refresh_token;
  }
  for (let round = 0; round < 25; round += 1) await codeFor(harness, user, own);
  for (const [table, most] of [
    ['oauth2_access_tokens', 50],
    ['oauth2_refresh_tokens', 100],
    ['oauth2_codes', 20],
  ] as const) {
    const [row] = await rows.query<{ count: number }>(
      `select count(*)::integer as count from ${table} t join oauth2_grants g on g.id = t.grant_id
       where g.application_id = $1`,
      [own.id],
    );
    t.equal(row?.count, most, table);
  }
  t.equal((await exchange(renewal(own, refresh_token))).status, 200);
});
