// Waits more than it computes: for the lease of a frozen process to end.
import { RouterOsController } from '@patchbay/lab';
import t from 'tap';
import { bootPlatform, call, waitFor } from '../harness/index.ts';
import { HeldConnections } from './world/held-connections.ts';
import { PlatformProcess } from './world/platform-process.ts';

const redisUrl = process.env['PATCHBAY_TEST_REDIS_URL'];
const skip = redisUrl === undefined ? 'PATCHBAY_TEST_REDIS_URL is not set: no redis-server here' : false;
/** Written by a console command, whose request may last longer than the push that waits for it. */
const FEATURE = 'routeros.dns.settings';
const SERVERS = '192.0.2.53';

t.test(
  'a process frozen between its last look at its lease and the first byte of its push sends nothing once others went on',
  { skip },
  async (t) => {
    const environment = { REDIS_URL: String(redisUrl), ADAPTER_READ_ONLY: 'false' };
    const one = await bootPlatform(t, { environment });
    const owner = await one.owner();
    const site = await one.site(owner, 'Frozen');
    const lab = new RouterOsController({ devices: 2 });
    const endpoint = await lab.start();
    const way = new HeldConnections(new URL(endpoint.url));
    const port = await way.start();
    const { username, password: secret } = endpoint.credentials;
    const must = async (path: string, body: object) => {
      const answer = await one.call('POST', path, { as: owner, body });
      if (answer.status >= 300) throw new Error(answer.text);
      return answer.body.id;
    };
    const credential_id = await must('/credentials', { name: 'login', kind: 'password', username, secret });
    const tls = { verify: false, fingerprint: endpoint.tls_fingerprint };
    const router = { name: 'edge', site_id: site, vendor: 'mikrotik', url: `https://127.0.0.1:${port}` };
    const controller = await must('/controllers', { ...router, credential_id, tls });
    const path = `/gateway-mikrotik-dns/${controller}/changes/${FEATURE}?operation=update`;
    const id = await must(path, { payload: { servers: SERVERS } });

    const two = await PlatformProcess.beside(t, one.databaseUrl, environment);
    t.teardown(async () => {
      way.stop();
      await lab.stop();
    });
    await two.start();

    // Its reads have a connection that is kept; the push makes one of its own.
    const read = await call(two.url, 'GET', `/api/v1/changes/${id}?refresh=true`, { token: owner.token });
    t.equal(read.status, 200, read.text);
    way.hold();
    const frozen = call(two.url, 'POST', `/api/v1/gateway-vpn/changes/${id}/apply`, {
      token: owner.token,
      body: { force: true },
      timeoutMs: 120_000,
    });
    await waitFor('the push to connect', () => way.held > 0);
    two.freeze();
    // The router answers the handshake: the next thing that process does is to write its request.
    way.release();
    const isUnknown = async () =>
      (await one.call('GET', `/changes/${id}`, { as: owner })).body.last_outcome === 'unknown';
    await waitFor('the attempt to be settled by the other', isUnknown, { timeoutMs: 60_000, everyMs: 250 });
    const again = await one.call('POST', `/gateway-vpn/changes/${id}/apply`, {
      as: owner,
      body: { force: true, acknowledge_unknown: true },
    });
    t.equal(again.status, 200, again.text);
    two.thaw();
    const late = await frozen;
    t.equal(late.status, 504, 'it does not know more than what was recorded');
    const pushes = lab.ledger
      .entries()
      .filter(({ outcome, body }) => outcome.result === 'executed' && body.includes(`"${SERVERS}"`));
    t.equal(pushes.length, 1, 'the router was written to once');
    t.match((await one.call('GET', `/changes/${id}`, { as: owner })).body, {
      status: 'applied',
      last_outcome: 'succeeded',
    });
  },
);
