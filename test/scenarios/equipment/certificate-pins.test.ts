import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';

const platform = await bootPlatform(t);
const owner = await platform.owner();
const call = platform.call.bind(platform);
const login = { username: 'admin', password: 'lab-password' };

const plain = (fingerprint = ''): string => fingerprint.replaceAll(':', '').toLowerCase();

async function start(port = 0) {
  const lab = new RouterOsController({ ...login, devices: 2, port });
  const endpoint = await lab.start();
  return { lab, ...endpoint };
}

t.test('the certificate of the first contact is kept, and no other taken later', async (t) => {
  const first = await start();
  t.teardown(() => first.lab.stop());
  const kept = await call('POST', '/credentials', {
    as: owner,
    body: { name: 'router', kind: 'password', username: login.username, secret: login.password },
  });
  const credential_id = kept.body.id;
  const tls = { verify: false, pin_on_first_use: true };
  const made = await call('POST', '/controllers', {
    as: owner,
    body: {
      name: 'edge',
      site_id: await platform.site(owner, 'Pier 4'),
      vendor: 'mikrotik',
      url: first.url,
      credential_id,
      tls,
    },
  });
  t.match([made.status, made.body.tls], [201, tls]);
  const id = made.body.id;
  const shown = async () => (await call('GET', `/controllers/${id}`, { as: owner })).body.tls.fingerprint;
  const test = () => call('POST', `/controllers/${id}/test`, { as: owner });
  const pinned = async () => {
    const { body } = await call('GET', '/audit?search=controllers.certificate_pinned', { as: owner });
    return body.total;
  };

  await t.test('staging, which contacts nothing, pins nothing', async (t) => {
    const staged = await call(
      'POST',
      `/gateway-mikrotik-services/${id}/changes/services.ip_service?operation=update`,
      { as: owner, body: { target_id: '*3', payload: { port: '81' } } },
    );
    t.match([staged.status, staged.body.warnings], [201, [/may be the service/]]);
    t.equal(await shown(), undefined);
  });

  await t.test('of ten first contacts at once one pins', async (t) => {
    const tests = await Promise.all(Array.from({ length: 10 }, test));
    t.same(new Set(tests.map(({ status }) => status)), new Set([200]));
    t.equal(await shown(), plain(first.tls_fingerprint));
    t.equal(await pinned(), 1);
  });

  await t.test('another certificate at the same address gets no credential', async (t) => {
    await first.lab.stop();
    const other = await start(Number(new URL(first.url).port));
    t.teardown(() => other.lab.stop());
    t.not(plain(other.tls_fingerprint), plain(first.tls_fingerprint));
    t.match(await test(), { status: 502, body: { error: { type: 'adapter_connection_error' } } });
    t.equal(await shown(), plain(first.tls_fingerprint));

    const patch = (body: object) => call('PATCH', `/controllers/${id}`, { as: owner, body });
    t.match(
      await patch({ tls }),
      { status: 200, body: { credential_id: null } },
      'no secret follows by itself',
    );
    t.equal((await patch({ tls, credential_id })).status, 200);
    t.equal((await test()).status, 200);
    t.equal(await shown(), plain(other.tls_fingerprint));
    t.equal(await pinned(), 2);
  });
});

t.test('one that cannot be reached is not pinned and says so', async (t) => {
  const gone = await start();
  await gone.lab.stop();
  const made = await call('POST', '/controllers', {
    as: owner,
    body: {
      name: 'gone',
      site_id: await platform.site(owner, 'Pier 5'),
      vendor: 'mikrotik',
      url: gone.url,
      tls: { verify: false, pin_on_first_use: true },
    },
  });
  const tested = await call('POST', `/controllers/${made.body.id}/test`, { as: owner });
  t.match(tested, { status: 502, body: { error: { type: 'adapter_connection_error' } } });
  t.same((await call('GET', `/controllers/${made.body.id}`, { as: owner })).body.tls, {
    verify: false,
    pin_on_first_use: true,
  });
});
