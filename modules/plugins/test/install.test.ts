import { CATALOG } from '@patchbay/kernel/fabric';
import {
  createSigningKeys,
  signFiles,
  unpackArchive,
  writePluginArchive,
} from '@patchbay/plugins-sdk/package';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { install, packLeaseWatch, packPlugin } from './support.ts';

t.test('a super administrator installs, sees, upgrades and removes a plugin', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const zip = await packLeaseWatch();

  const preview = await install(harness, owner, zip, '?dry_run=true');
  t.equal(preview.status, 200);
  t.match(preview.body, {
    id: 'lease-watch',
    version: '1.0.0',
    installed_version: null,
    signature: 'unsigned',
  });
  t.equal((await harness.call('GET', '/plugins', { as: owner })).body.total, 0, 'a dry run installs nothing');

  const installed = await install(harness, owner, zip);
  t.equal(installed.status, 201);
  t.match(installed.body, {
    id: 'lease-watch',
    status: 'installed',
    enabled: true,
    installed_by: owner.user_id,
    permissions: { state: true, emit: ['change_seen'] },
    manifest: { operations: [{ id: 'summary' }], events: [{ payload_schema: { required: ['change_id'] } }] },
  });
  t.ok(installed.headers['etag']);

  const again = await install(harness, owner, zip);
  t.equal(again.status, 409, 'the same version');
  const older = await install(harness, owner, await packPlugin({ id: 'lease-watch', version: '0.9.0' }));
  t.equal(older.status, 409, 'an older version');
  const newer = await install(harness, owner, await packPlugin({ id: 'lease-watch', version: '1.1.0' }));
  t.match([newer.status, newer.body.version, newer.body.enabled], [201, '1.1.0', true]);

  const list = await harness.call('GET', '/plugins?search=LEASE&sort=-name', { as: owner });
  t.match(list.body, { total: 1, items: [{ id: 'lease-watch', version: '1.1.0' }] });
  t.equal((await harness.call('GET', '/plugins?search=%25', { as: owner })).body.total, 0);

  t.equal((await harness.call('DELETE', '/plugins/lease-watch', { as: owner })).status, 204);
  t.equal((await harness.call('GET', '/plugins/lease-watch', { as: owner })).status, 404);
  t.equal((await harness.call('DELETE', '/plugins/lease-watch', { as: owner })).status, 404);
});

t.test('what a plugin offers is in the catalog of organizations that enabled it only', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  t.equal((await install(harness, owner, await packLeaseWatch())).status, 201);
  const mine = harness.get(CATALOG).view(owner.organization_id);
  t.match(
    mine.operations.filter(({ tier }) => tier === 'plugin'),
    [{ id: 'plugin.lease-watch.summary', write: false, provider_id: 'lease-watch' }],
  );
  t.match(
    mine.events.filter(({ tier }) => tier === 'plugin'),
    [
      {
        event_type: 'plugin.lease-watch.change_seen',
        payload_schema: { required: ['change_id', 'feature', 'count'] },
      },
    ],
  );
  t.equal(mine.counts.plugin_operations, 1);

  const other = await harness.organization('Second Networks');
  t.equal(harness.get(CATALOG).view(other).counts.plugin_operations, 0);
  const administrator = await harness.person('org_admin', other);
  const before = await harness.call('GET', '/plugins/lease-watch', { as: administrator });
  t.match([before.status, before.body.enabled, before.body.installed_by], [200, false, null]);
  const stale = await harness.call('PUT', '/plugins/lease-watch/enabled', {
    as: administrator,
    body: { enabled: true },
    headers: { 'if-match': '"1999"' },
  });
  t.equal(stale.status, 412);
  const enabled = await harness.call('PUT', '/plugins/lease-watch/enabled', {
    as: administrator,
    body: { enabled: true },
    headers: { 'if-match': String(before.headers['etag']) },
  });
  t.match([enabled.status, enabled.body.enabled], [200, true]);
  await harness.call('PUT', '/plugins/lease-watch/enabled', { as: owner, body: { enabled: false } });
  t.equal((await harness.call('GET', '/plugins/lease-watch', { as: administrator })).body.enabled, true);
  t.equal((await harness.call('GET', '/plugins/lease-watch', { as: owner })).body.enabled, false);
});

t.test('only those who may reach the routes', async (t) => {
  const harness = await bootPlatform(t);
  await harness.owner();
  const administrator = await harness.person('org_admin');
  const operator = await harness.person('operator');
  const zip = await packPlugin({ id: 'small' });
  t.equal((await install(harness, administrator, zip)).status, 403);
  t.equal((await harness.call('GET', '/plugins', { as: operator })).status, 403);
  t.equal((await harness.call('GET', '/plugins', { as: administrator })).status, 200);
  t.equal((await harness.call('DELETE', '/plugins/small', { as: administrator })).status, 403);
  t.equal((await harness.call('GET', '/plugins/Not%20an%20id', { as: administrator })).status, 400);
  t.equal((await harness.call('GET', '/plugins')).status, 401);
});

t.test('a package that cannot be trusted is refused and changes nothing', async (t) => {
  const { publicKey, privateKey } = createSigningKeys();
  const environment = { MARKETPLACE_PUBLISHER_PUBLIC_KEY: rawHex(publicKey) };
  const harness = await bootPlatform(t, { environment });
  const owner = await harness.owner();
  const good = await packPlugin({ id: 'good' });
  const files = await unpackArchive(good);
  const changed = (change: Record<string, string>) =>
    new Map([...files, ...Object.entries(change).map(([path, text]) => [path, Buffer.from(text)] as const)]);
  const altered = (change: Record<string, string>) => writePluginArchive(changed(change));
  const signed = (change: Record<string, string>, key = privateKey) =>
    altered({ ...change, signature: signFiles(changed(change), key).toString() });
  const endless = `definePlugin({ id: 'good' }); (async () => { for (;;) await null; })();`;

  const refusals: readonly [string, Buffer | Promise<Buffer>, string][] = [
    ['no ZIP', Buffer.from('hello'), 'archive_invalid'],
    ['an empty body', Buffer.alloc(0), 'archive_invalid'],
    ['no manifest', writePluginArchive(new Map([['plugin.js', Buffer.from('')]])), 'archive_invalid'],
    ['a manifest that is no JSON', altered({ 'plugin.json': '{' }), 'manifest_invalid'],
    ['a bomb', altered({ 'zeros.txt': '0'.repeat(2_000_000) }), 'archive_unsafe'],
    [
      'code that differs',
      signed({ 'plugin.js': `definePlugin({ id: 'good', events: { 'a.b': () => {} } })` }),
      'code_differs',
    ],
    ['code that throws', signed({ 'plugin.js': 'throw new Error("no")' }), 'plugin_invalid'],
    ['a top level that never ends', signed({ 'plugin.js': endless }), 'sandbox_timeout'],
    ['no signature', good, 'signature_missing'],
    ['an empty signature', altered({ signature: '' }), 'signature_invalid'],
    ['another signer', signed({}, createSigningKeys().privateKey), 'signature_invalid'],
    ['a wrong CRC', withWrongChecksum(good), 'archive_invalid'],
  ];
  for (const [what, zip, type] of refusals) {
    const answer = await install(harness, owner, await zip);
    t.match([answer.status, answer.body?.error?.details?.[0]?.type], [422, type], what);
  }
  const wrongType = await harness.call('POST', '/plugins', { as: owner, body: {} });
  t.equal(wrongType.status, 415);
  t.equal((await harness.call('GET', '/plugins', { as: owner })).body.total, 0);

  const accepted = await install(harness, owner, await signed({}));
  t.match([accepted.status, accepted.body.signature], [201, 'verified']);
});

t.test('packages without a signature are taken beside a pinned key where the operator says so', async (t) => {
  const { publicKey } = createSigningKeys();
  const environment = {
    MARKETPLACE_PUBLISHER_PUBLIC_KEY: rawHex(publicKey),
    MARKETPLACE_ALLOW_UNSIGNED: 'true',
  };
  const harness = await bootPlatform(t, { environment });
  const owner = await harness.owner();
  const plain = await packPlugin({ id: 'plain' });
  const accepted = await install(harness, owner, plain);
  t.match([accepted.status, accepted.body.signature], [201, 'unsigned']);
  const files = await unpackArchive(await packPlugin({ id: 'foreign' }));
  files.set('signature', signFiles(files, createSigningKeys().privateKey));
  const refused = await install(harness, owner, await writePluginArchive(files));
  t.match([refused.status, refused.body.error.details[0].type], [422, 'signature_invalid']);
});

/** The 32 bytes of an Ed25519 key in PEM, as the environment names them. */
function rawHex(publicKey: string): string {
  return Buffer.from(publicKey.split('\n')[1] ?? '', 'base64')
    .subarray(-32)
    .toString('hex');
}

function withWrongChecksum(zip: Buffer): Buffer {
  const bytes = Buffer.from(zip);
  bytes.writeUInt32LE(1, bytes.indexOf('PK\x01\x02') + 16);
  return bytes;
}
