import t from 'tap';
import { signInOf } from '../vendor.ts';
import { failureOf, featureOf, labHost, push } from './lab-host.ts';

const search = push('update', { search: 'lab.internal' }, 'pve1');

t.test('a token signs every request by itself', async (t) => {
  const { session, calls } = await labHost(t);
  t.match(await session.probe(), { version: '9.1.2', model: 'Proxmox VE', name: 'lab', serial: null });
  t.same(calls, ['GET /version', 'GET /cluster/status']);
});

t.test('a password gives a ticket, which is used again and carries its word on writes', async (t) => {
  const { as, endpoint, calls } = await labHost(t);
  const { username, password } = endpoint.credentials;
  const session = as({ kind: 'password', username, password });
  await Promise.all([session.probe(), session.probe()]);
  await featureOf('node.dns').apply(session, search);
  t.equal(calls.filter((call) => call === 'POST /access/ticket').length, 1);
});

t.test('a ticket that is over is replaced once, and the write happens once', async (t) => {
  const { lab, as, endpoint, calls } = await labHost(t);
  const { username, password } = endpoint.credentials;
  const session = as({ kind: 'password', username, password });
  await session.probe();
  lab.endTickets();
  await featureOf('node.dns').apply(session, search);
  lab.clock.advance(7_200_001);
  await featureOf('node.dns').apply(session, search);
  t.equal(calls.filter((call) => call === 'POST /access/ticket').length, 3);
  t.equal(lab.ledger.entries().filter(({ outcome }) => outcome.result === 'executed').length, 2);
});

t.test('a wrong password, a wrong token and a user with a second factor do not get in', async (t) => {
  const { as, endpoint, lab } = await labHost(t);
  const { username } = endpoint.credentials;
  const refused = { type: 'adapter_authentication_error' };
  const wrong = as({ kind: 'password', username, password: 'no' });
  t.match(await failureOf(wrong.probe()), refused);
  t.match(await failureOf(featureOf('node.dns').apply(wrong, search)), { ...refused, outcome: 'not_sent' });
  t.match(await failureOf(as({ kind: 'token', token: 'root@pam!lab=nothing-of-the-kind' }).probe()), refused);
  t.equal(lab.ledger.entries().filter(({ outcome }) => outcome.result === 'executed').length, 0);
  const guarded = await labHost(t, { second_factor: true });
  const { username: user, password } = guarded.endpoint.credentials;
  const failure = await failureOf(guarded.as({ kind: 'password', username: user, password }).probe());
  t.match(failure, { ...refused, outcome: 'not_sent', message: /second factor; an API token needs none/ });
  t.match(await guarded.session.probe(), { version: '9.1.2' });
});

t.test(
  'a sign-in without the right to a call is told so, and does not count as a failed sign-in',
  async (t) => {
    const { as, endpoint } = await labHost(t);
    let counted = 0;
    const guard = async <T>(exchange: () => Promise<T>): Promise<T> =>
      exchange().catch((error: unknown) => {
        counted += 1;
        throw error;
      });
    const reader = as({ kind: 'token', token: endpoint.credentials.reader_key }, { guard });
    t.match(await reader.snapshot(), { controller: { name: 'lab' } });
    const failure = await failureOf(featureOf('vm.start').apply(reader, push('update', {}, '103')));
    t.match(failure, {
      type: 'adapter_authentication_error',
      outcome: 'refused',
      status: 403,
      message: /Permission check failed \(\/vms\/103, VM\.PowerMgmt\)/,
    });
    t.equal(counted, 0);
  },
);

t.test('a certificate is pinned by its fingerprint', async (t) => {
  const { session, as, endpoint } = await labHost(t, { https: true });
  t.match(await session.probe(), { version: '9.1.2' });
  const signIn = { kind: 'token', token: endpoint.credentials.api_key } as const;
  const other = { verify: false, fingerprint: Array.from({ length: 32 }, () => '00').join(':') };
  t.match(await failureOf(as(signIn, { tls: other }).probe()), { type: 'adapter_connection_error' });
});

t.test('credentials are read as people write them', (t) => {
  const of = (kind: 'password' | 'token' | 'key', username: string | null, secret: string) =>
    signInOf({ credential: { kind, username, secret } });
  const uuid = 'b6b3d1f0-0000-4000-8000-000000000001';
  t.same(of('password', 'root', 'x'), { kind: 'password', username: 'root@pam', password: 'x' });
  t.same(of('password', 'eva@ldap', 'x'), { kind: 'password', username: 'eva@ldap', password: 'x' });
  t.same(of('token', 'root@pam!lab', uuid), { kind: 'token', token: `root@pam!lab=${uuid}` });
  t.same(of('key', null, `root@pam!lab=${uuid}`), { kind: 'token', token: `root@pam!lab=${uuid}` });
  t.equal(of('password', null, 'x'), null);
  t.equal(of('token', 'root@pam', uuid), null);
  t.equal(of('token', 'root@pam!lab', `${uuid}\r\nx: y`), null);
  t.equal(signInOf({ credential: null }), null);
  t.end();
});
