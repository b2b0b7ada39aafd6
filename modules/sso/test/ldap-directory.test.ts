import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { GuardedOutbound, SystemResolver } from '@patchbay/kernel/outbound';
import { systemClock } from '@patchbay/kernel/telemetry';
import t, { type Test } from 'tap';
import type { ProviderConfig } from '../schemas/providers.ts';
import type { SignInProvider } from '../services/admission/sign-in-provider.ts';
import { LdapDirectory } from '../services/ldap/ldap-directory.ts';

const fixture = (name: string): string =>
  readFileSync(
    new URL(`../../../kernel/infrastructure/outbound/test/fixtures/${name}`, import.meta.url),
    'utf8',
  );
const certificate = fixture('device.cert.pem');

const outbound = new GuardedOutbound(new SystemResolver(systemClock), systemClock);
t.teardown(() => outbound.dispose());
const directory = new LdapDirectory({ outbound, box: { randomToken: () => 'random' } });

const result = (id: number, tag: number, status = 0): Buffer =>
  Buffer.from([0x30, 0x0c, 0x02, 0x01, id, tag, 0x07, 0x0a, 0x01, status, 0x04, 0x00, 0x04, 0x00]);
const BIND_DONE = 0x61;
const SEARCH_DONE = 0x65;
const EXTENDED_DONE = 0x78;

/** A server that answers every message with what `answer` says; the id is the message's own. */
async function serve(
  t: Test,
  answer: (id: number, socket: Socket, data: Buffer) => Buffer | null,
): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    t.teardown(() => socket.destroy());
    socket.on('data', (data) => {
      const reply = answer(Number(data[4]), socket, data);
      if (reply !== null) socket.write(reply);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `ldap://127.0.0.1:${address.port}`;
}

const at = (url: string, config: ProviderConfig = {}): SignInProvider => ({
  id: 'p',
  organization_id: 'o',
  name: 'Directory',
  kind: 'ldap',
  config: { url, base_dn: 'dc=example', user_filter: '(uid={login})', ...config },
  secret: null,
  role_mapping: [],
  default_role: null,
  role_ceiling: 'viewer',
  just_in_time: true,
  link_by_email: false,
  allowed_email_domains: null,
  updated_at: '',
});

const find = (url: string) => directory.with(at(url), (session) => session.find('ada'));

t.test('a directory that answers nonsense without end is left, and nothing hangs', async (t) => {
  const nonsense = {
    'a list that never ends': (id: number) => Buffer.from([0x30, 0x05, 0x02, 0x01, id, 0x73, 0x7f]),
    'a list beyond its message': (id: number) =>
      Buffer.from([0x30, 0x09, 0x02, 0x01, id, 0x64, 0x04, 0x04, 0x00, 0x30, 0x7f]),
    'no LDAP': () => Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
    'more than there is': () =>
      Buffer.alloc(2_000_000, Buffer.from([0x30, 0x05, 0x02, 0x01, 0x7f, 0x73, 0x00])),
  };
  for (const [what, answer] of Object.entries(nonsense))
    await t.rejects(find(await serve(t, answer)), { name: 'LdapFault', reason: 'search' }, what);
});

t.test('thousands of small messages at once are read one by one', async (t) => {
  const url = await serve(t, (id) =>
    Buffer.concat([
      ...Array.from({ length: 20_000 }, () => Buffer.from([0x30, 0x05, 0x02, 0x01, id, 0x73, 0x00])),
      result(id, SEARCH_DONE),
    ]),
  );
  t.equal(await find(url), null);
});

t.test('a connection that ends is not made anew', async (t) => {
  const connections = new Set<Socket>();
  const url = await serve(t, (id, socket) => {
    connections.add(socket);
    socket.end(result(id, SEARCH_DONE));
    return null;
  });
  const asked = directory.with(at(url), async (session) => {
    await session.find('ada');
    await new Promise((resolve) => setImmediate(resolve));
    return session.proves(null, 'a password');
  });
  await t.rejects(asked, { name: 'LdapFault' });
  t.equal(connections.size, 1);
});

t.test('a bind without a password is not even tried', async (t) => {
  const seen: number[] = [];
  const url = await serve(t, (id) => {
    seen.push(id);
    return result(id, BIND_DONE);
  });
  const entry = { dn: 'uid=ada,dc=example' };
  t.equal(await directory.with(at(url), (session) => session.proves(entry, '')), false);
  t.equal(await directory.with(at(url), (session) => session.proves({ dn: '' }, 'a password')), false);
  t.same(seen, []);
  t.equal(await directory.with(at(url), (session) => session.proves(entry, 'a password')), true);
});

t.test(
  "the directory is asked for nobody's password as for anybody's, but not told what was typed",
  async (t) => {
    const binds: string[] = [];
    const server = (id: number, _socket: Socket, data: Buffer): Buffer => {
      binds.push(data.toString('latin1'));
      return result(id, BIND_DONE, 49);
    };
    const url = await serve(t, server);
    const proved = await directory.with(at(url), (session) => session.proves(null, 'typed by somebody'));
    t.equal(proved, false);
    t.equal(binds.length, 1);
    t.match(binds[0], 'cn=random,dc=example');
    t.notMatch(binds[0], 'typed by somebody');
  },
);

t.test('what was sent in the clear before TLS is not heard after it', async (t) => {
  // Half of a bind's success: together with what comes over TLS it would be whole.
  const injected = result(2, BIND_DONE).subarray(0, 9);
  const url = await serve(t, (id, plain) => {
    plain.removeAllListeners('data');
    plain.write(Buffer.concat([result(id, EXTENDED_DONE), injected]));
    const secure = new TLSSocket(plain, {
      isServer: true,
      key: fixture('device.key.pem'),
      cert: certificate,
    });
    secure.on('error', () => {});
    secure.on('data', (data) => secure.write(result(Number(data[4]), BIND_DONE, 49)));
    return null;
  });
  const provider = at(url, { start_tls: true, ca_certificate: certificate });
  const proved = directory.with(provider, (session) => session.proves({ dn: 'uid=ada' }, 'wrong'));
  t.not(await proved.catch(() => 'failed'), true);
});

t.test('StartTLS that is refused ends the connection before anything is said', async (t) => {
  const seen: number[] = [];
  const url = await serve(t, (id) => {
    seen.push(id);
    return result(id, EXTENDED_DONE, 2);
  });
  const provider = at(url, { start_tls: true });
  await t.rejects(
    directory.with(provider, (session) => session.find('ada')),
    { name: 'LdapFault', reason: 'start_tls' },
  );
  t.equal(seen.length, 1);
});
