import t from 'tap';
import { bootPlatform, type Harness, type Person, synced } from '../../harness/index.ts';
import { HostileRouter } from './hostile-router.ts';

const SECRET = 'planted-router-password-77';

async function register(harness: Harness, owner: Person, url: string, name: string) {
  const site = await harness.site(owner, name);
  const credential = await harness.call('POST', '/credentials', {
    as: owner,
    body: { name, kind: 'password', username: 'robot', secret: SECRET },
  });
  const controller = await harness.call('POST', '/controllers', {
    as: owner,
    body: { name, site_id: site, vendor: 'mikrotik', url, credential_id: credential.body.id },
  });
  if (controller.status !== 201) throw new Error(controller.text);
  return { site, credential_id: String(credential.body.id), id: String(controller.body.id) };
}

async function sync(harness: Harness, owner: Person, id: string) {
  return synced(harness, owner, id, { timeoutMs: 6_000 }).catch((error: Error) => error.message);
}

const lease = (mac: string, name: string) => ({
  '.id': `*${mac.slice(-2)}`,
  'mac-address': mac,
  address: '10.0.0.9',
  status: 'bound',
  'host-name': name,
});

t.test('hostile answers of a router', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const good = lease('02:00:00:00:00:AA', 'printer');
  const hostile: Record<string, unknown> = {
    'a NUL in a host name': [good, lease('02:00:00:00:00:BB', 'a\u0000b')],
    'half a surrogate pair in a host name': `[${JSON.stringify(good)},{".id":"*CC","mac-address":"02:00:00:00:00:CC","address":"10.0.0.8","status":"bound","host-name":"x\\ud83d"}]`,
    'an emoji where the name is cut': [good, lease('02:00:00:00:00:DD', `${'n'.repeat(299)}\u{1F600}`)],
    'a NUL in a hardware address': [good, lease('02:00:00:00:00:\u0000E', 'nul-mac')],
    'an id of ten kilobytes': [
      good,
      {
        ...lease('02:00:00:00:00:EF', 'long'),
        '.id': Array.from({ length: 10_000 }, (_, i) =>
          String.fromCharCode(33 + ((i * 7919 + i * i) % 90)),
        ).join(''),
      },
    ],
    'a NUL in a comment': [
      good,
      { ...lease('02:00:00:00:00:F3', 'x'), comment: 'a\u0000b', dynamic: 'false' },
    ],
    'half a surrogate pair in a comment': `[${JSON.stringify(good)},{".id":"*F4","mac-address":"02:00:00:00:00:F4","comment":"x\\udc00y","dynamic":"false"}]`,
    'prototype keys': `[${JSON.stringify(good)},{"__proto__":{"x":1},"constructor":"y",".id":"*FF","mac-address":"02:00:00:00:00:FF","status":"bound"}]`,
    'a name nested forty thousand deep': `[${JSON.stringify(good)},{".id":"*F1","mac-address":"02:00:00:00:00:F1","host-name":${'['.repeat(4_000)}${']'.repeat(4_000)}}]`,
    'an address that is none': [
      good,
      { ...lease('02:00:00:00:00:F2', 'addr'), address: '999.1.1.1; drop table' },
    ],
  };
  for (const [what, leases] of Object.entries(hostile)) {
    await t.test(`${what} of one client does not keep the others from being read`, async (t) => {
      const router = new HostileRouter();
      router.answers = { '/ip/dhcp-server/lease': leases };
      const url = await router.start();
      t.teardown(() => router.stop());
      const { id } = await register(harness, owner, url, what);
      const ended = await sync(harness, owner, id);
      t.match(ended, { status: 'succeeded' });
      const { body } = await harness.call('GET', `/devices?controller_id=${id}&search=printer`, {
        as: owner,
      });
      t.equal(body.total, 1);
    });
  }
});

t.test('a credential does not follow an address that was changed', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const [real, attacker] = [new HostileRouter(), new HostileRouter()];
  const urls = [await real.start(), await attacker.start()] as const;
  t.teardown(() => Promise.all([real.stop(), attacker.stop()]));
  const { id, credential_id, site } = await register(harness, owner, urls[0], 'Real');
  const admin = await harness.person('admin');
  const stolen = `Basic ${Buffer.from(`robot:${SECRET}`).toString('base64')}`;
  t.equal((await harness.call('POST', `/controllers/${id}/test`, { as: admin })).status, 200);
  t.same(real.authorizations.includes(stolen), true, 'the real router is signed in to');

  const moved = await harness.call('PATCH', `/controllers/${id}`, { as: admin, body: { url: urls[1] } });
  await harness.call('POST', `/controllers/${id}/test`, { as: admin });
  t.notOk(
    attacker.authorizations.includes(stolen),
    `PATCH url answered ${moved.status}: the kept secret went to the new address`,
  );

  attacker.authorizations.length = 0;
  const own = await harness.call('POST', '/controllers', {
    as: admin,
    body: { name: 'mine', site_id: site, vendor: 'mikrotik', url: urls[1] },
  });
  const tried = await harness.call('POST', `/credentials/${credential_id}/test`, {
    as: await harness.person('site_admin'),
    body: { controller_id: own.body.id },
  });
  t.notOk(
    attacker.authorizations.includes(stolen),
    `POST /credentials/x/test of a site_admin answered ${tried.status}`,
  );
});

t.test(
  'a controller cannot stand where the platform itself, its database or a cloud keeps things',
  async (t) => {
    const harness = await bootPlatform(t, { work: false });
    const owner = await harness.owner();
    const site = await harness.site(owner, 'Own ports');
    const credential = await harness.call('POST', '/credentials', {
      as: owner,
      body: { name: 'x', kind: 'password', username: 'u', secret: SECRET },
    });
    const databasePort = new URL(harness.databaseUrl).port;
    const places = [
      harness.url,
      'http://169.254.169.254',
      'http://[::ffff:169.254.169.254]',
      'http://[fd00:ec2::254]',
      'http://2852039166',
      `http://127.0.0.1:${databasePort}`,
    ];
    for (const url of places) {
      const made = await harness.call('POST', '/controllers', {
        as: owner,
        body: {
          name: url,
          site_id: site,
          vendor: 'mikrotik',
          url,
          credential_id: credential.body.id,
          allow_plaintext: true,
        },
      });
      t.equal(made.status, 201, made.text);
      const tried = await harness.call('POST', `/controllers/${made.body.id}/test`, { as: owner });
      t.equal(tried.status, 502);
      t.match(
        tried.body.error.message,
        /not allowed|may not|refused|forbidden/i,
        `${url}: ${tried.body.error.message}`,
      );
    }
  },
);
