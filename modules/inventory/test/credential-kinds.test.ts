import { generateKeyPairSync } from 'node:crypto';
import { DATABASE, exempt, sql } from '@patchbay/kernel/database';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();
const site_id = await harness.site(owner, 'Kinds');
const look = exempt('test.credential-kinds', 'a test reads what is kept of a sign-in');

const pem = (passphrase?: string): string =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: {
      type: 'pkcs8',
      format: 'pem',
      ...(passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}),
    },
  }).privateKey.trim();

/** As `ssh-keygen` frames one; the bytes after the cipher are of no interest here. */
function openssh(cipher: string): string {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(cipher.length);
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    length,
    Buffer.from(cipher),
    Buffer.alloc(64, 7),
  ]);
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`;
}

const snmp = { kind: 'snmp_v3', username: 'reader', auth_protocol: 'sha256', auth_key: 'auth-key-of-eight' };
const privacy = { privacy_protocol: 'aes', privacy_key: 'privacy-key-of-eight' };
const ssh = { kind: 'ssh_key', username: 'root' };
const make = (body: object) =>
  harness.call('POST', '/credentials', { as: owner, body: { name: 'n', ...body } });
const change = (id: string, body: object) => harness.call('PATCH', `/credentials/${id}`, { as: owner, body });

async function kept(id: string): Promise<string> {
  const rows = await harness.get(DATABASE).asSystem(look, async (db) => {
    const found = await sql<{
      text: string;
    }>`select c::text as text from credentials c where id = ${id}::uuid`.execute(db);
    return found.rows;
  });
  return String(rows[0]?.text);
}

t.test('every kind is kept sealed, and nothing of it is answered', async (t) => {
  const kinds: readonly { readonly hidden: string; readonly [field: string]: string }[] = [
    { kind: 'snmp_v2c', community: 'a-community', hidden: 'a-community' },
    { ...snmp, hidden: snmp.auth_key },
    { ...snmp, ...privacy, hidden: privacy.privacy_key },
    { ...ssh, private_key: pem(), hidden: 'PRIVATE KEY' },
    { ...ssh, private_key: pem('of the key'), passphrase: 'of the key', hidden: 'of the key' },
    { ...ssh, private_key: openssh('none'), hidden: 'OPENSSH' },
    { ...ssh, private_key: openssh('aes256-ctr'), passphrase: 'phrase-of-it', hidden: 'phrase-of-it' },
  ];
  for (const { hidden, ...body } of kinds) {
    const made = await make(body);
    t.equal(made.status, 201, made.text);
    const read = await harness.call('GET', `/credentials/${made.body.id}`, { as: owner });
    const { username = null, kind } = body;
    t.match(read.body, { kind, username, secret_set: true, hosts: [], site_id: null });
    for (const text of [made.text, read.text, await kept(made.body.id)]) t.notOk(text.includes(hidden));
  }
});

t.test('what does not fit its kind is refused by the names of its fields', async (t) => {
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{ kind: 'password' }, ['secret']],
    [{ kind: 'token', secret: 'x', community: 'y' }, ['community']],
    [{ kind: 'snmp_v2c', secret: 'x' }, ['community', 'secret']],
    [{ kind: 'snmp_v2c', community: 'x', username: 'u' }, ['username']],
    [{ kind: 'snmp_v3' }, ['auth_protocol', 'auth_key', 'username']],
    [{ ...snmp, privacy_protocol: 'aes' }, ['privacy_key']],
    [{ ...snmp, privacy_key: 'long enough' }, ['privacy_protocol']],
    [{ ...snmp, auth_key: 'short' }, ['auth_key']],
    [{ ...ssh }, ['private_key']],
    [{ ...ssh, private_key: 'no key' }, ['private_key']],
    [{ ...ssh, private_key: pem().replace(/[A-Za-z]{8}/g, 'AAAAAAAA') }, ['private_key']],
    [{ ...ssh, private_key: pem('of the key') }, ['passphrase']],
    [{ ...ssh, private_key: openssh('aes256-ctr') }, ['passphrase']],
    [{ kind: 'telnet', secret: 'x' }, ['kind']],
  ];
  for (const [body, fields] of cases) {
    const { status, body: answer } = await make(body);
    const named = answer.error?.details?.map(({ field }: { field: string }) => field);
    t.same([status, named], [422, fields], JSON.stringify(body).slice(0, 80));
  }
});

t.test('a change keeps what it does not name, and another kind needs its own secret', async (t) => {
  const { body } = await make({ ...snmp, ...privacy });
  t.equal((await change(body.id, { auth_key: 'another-auth-key' })).status, 200);
  t.equal((await change(body.id, { privacy_key: null })).status, 422);
  t.equal((await change(body.id, { privacy_key: null, privacy_protocol: null })).status, 200);
  t.equal((await change(body.id, { kind: 'password' })).status, 422);
  t.match(await change(body.id, { kind: 'password', secret: 's' }), {
    status: 200,
    body: { kind: 'password' },
  });
  t.match(await change(body.id, { kind: 'token' }), {
    status: 200,
    body: { kind: 'token', username: 'reader' },
  });
  t.equal((await change(body.id, { community: 'x' })).status, 422);
  t.equal((await change(body.id, { kind: 'snmp_v2c', community: 'x', username: null })).status, 200);
});

t.test('a test at gear that cannot use the kind says so, and sends nothing', async (t) => {
  const { body: credential } = await make({ kind: 'snmp_v2c', community: 'public' });
  const { body: controller } = await harness.call('POST', '/controllers', {
    as: owner,
    body: { name: 'c', site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' },
  });
  const tried = await harness.call('POST', `/credentials/${credential.id}/test`, {
    as: owner,
    body: { controller_id: controller.id },
  });
  t.match(tried, { status: 200, body: { ok: false, message: /not with a credential of kind snmp_v2c/ } });
});
