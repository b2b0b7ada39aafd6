import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';

const harness = await bootPlatform(t, { work: false });
const owner = await harness.owner();
const site_id = await harness.site(owner, 'Sign-ins');
const { body: credential } = await harness.call('POST', '/credentials', {
  as: owner,
  body: { name: 'c', kind: 'password', username: 'u', secret: 's' },
});
const credential_id = String(credential.id);
const plain = { name: 'c', site_id, vendor: 'mikrotik', url: 'https://192.0.2.1' };
const fingerprint = 'AB'.repeat(32);

async function registered(): Promise<string> {
  const made = await harness.call('POST', '/controllers', {
    as: owner,
    body: { ...plain, credential_id, tls: { verify: true, fingerprint } },
  });
  if (made.status !== 201) throw new Error(made.text);
  return `/controllers/${made.body.id}`;
}

async function keyWith(scopes: readonly string[]): Promise<string> {
  const made = await harness.call('POST', '/api-keys', { as: owner, body: { name: 'k', scopes } });
  if (made.status !== 201) throw new Error(made.text);
  return made.body.secret;
}

t.test('a controller that moves, or is trusted otherwise, loses a credential nobody named', async (t) => {
  const elsewhere = [
    { url: 'https://192.0.2.2' },
    { url: 'http://192.0.2.1' },
    { url: 'https://192.0.2.1:8443' },
    { tls: { verify: false, fingerprint } },
    { tls: { verify: true } },
    { tls: { verify: true, fingerprint: 'CD'.repeat(32) } },
  ];
  for (const body of elsewhere) {
    const path = await registered();
    const moved = await harness.call('PATCH', path, { as: owner, body });
    t.match(moved, { status: 200, body: { credential_id: null } }, JSON.stringify(body));
    const again = await harness.call('PATCH', path, { as: owner, body: { url: plain.url, credential_id } });
    t.match(again, { status: 200, body: { credential_id } });
  }
});

t.test('a patch that leads to the same place keeps the credential', async (t) => {
  const path = await registered();
  const same = [
    { name: 'renamed' },
    { url: 'https://192.0.2.1:443/' },
    { tls: { verify: true, fingerprint: 'ab:'.repeat(31).concat('ab') } },
  ];
  for (const body of same) {
    const patched = await harness.call('PATCH', path, { as: owner, body });
    t.match(patched, { status: 200, body: { credential_id } }, JSON.stringify(body));
  }
});

t.test('only who may write settings names a credential', async (t) => {
  const path = await registered();
  const apiKey = await keyWith(['controller:write']);
  const call = (method: string, at: string, body: object) => harness.call(method, at, { apiKey, body });
  t.equal((await call('POST', '/controllers', { ...plain, credential_id })).status, 403);
  t.equal((await call('PATCH', path, { credential_id })).status, 403);
  const refused = await call('PATCH', path, { url: 'https://192.0.2.9', credential_id });
  t.match(refused, { status: 403, body: { error: { message: /enter its secret again/ } } });
  t.match((await harness.call('GET', path, { as: owner })).body, { url: plain.url, credential_id });
  t.equal((await call('POST', '/controllers', plain)).status, 201);
  t.match(await call('PATCH', path, { credential_id: null }), { status: 200, body: { credential_id: null } });
  const settings = await keyWith(['controller:write', 'settings:write']);
  const put = await harness.call('PATCH', path, { apiKey: settings, body: { credential_id } });
  t.match(put, { status: 200, body: { credential_id } });
});
