// Runs in a process of its own: it counts the statements of every connection.
import { RouterOsController } from '@patchbay/lab';
import { bootPlatform, type Person } from '@patchbay/test/harness';
import t from 'tap';
import { StatementLog } from './support/statement-log.ts';

/** From the request that stages to the answer of the one that applies; without relays, seals and jobs behind them. */
const MAX = 60;
const MAX_REVIEWED = 90;

const log = new StatementLog(t);
const platform = await bootPlatform(t, { environment: { ADAPTER_READ_ONLY: 'false' }, work: false });
const owner = await platform.owner();
const [stager, second] = await Promise.all([platform.person('operator'), platform.person('operator')]);
const site_id = await platform.site(owner, 'Office');
const lab = new RouterOsController({ plain_http: true, devices: 2 });
const { url, credentials } = await lab.start();
t.teardown(() => lab.stop());

const post = async (as: Person, path: string, status: number, body: object) => {
  const answer = await platform.call('POST', path, { as, body });
  t.equal(answer.status, status, `POST ${path} ${answer.text}`);
  return answer.body;
};
const { username, password: secret } = credentials;
const login = await post(owner, '/credentials', 201, { name: 'lab', kind: 'password', username, secret });
const router = { name: 'edge', site_id, vendor: 'mikrotik', url, credential_id: login.id };
const { id } = await post(owner, '/controllers', 201, router);

const stagedAt = `/gateway-mikrotik-firewall/${id}/changes/routeros.firewall.filter`;
const stage = (operation: string, body: object) =>
  post(stager, `${stagedAt}?operation=${operation}`, 201, body);
const apply = async (change: string): Promise<string> => {
  const done = await post(stager, `/gateway-vpn/changes/${change}/apply`, 200, { force: true });
  t.equal(done.change.status, 'applied');
  return done.attempt.target_id;
};
const payload = { chain: 'forward', action: 'accept', comment: 'first' };
const rule = await apply((await stage('create', { payload })).id);
const update = async (comment: string) =>
  (await stage('update', { target_id: rule, payload: { comment } })).id;

t.test('a change is staged and applied by few statements', async (t) => {
  await apply(await update('known to every statement and schema'));
  const { count, table } = await log.during(async () => apply(await update('counted')));
  t.ok(count > 0 && count <= MAX, `${count} of at most ${MAX} statements`, {
    found: table,
  });
});

t.test('a change is staged, approved and applied by few statements', async (t) => {
  await post(owner, '/changes/policies', 201, { feature_pattern: 'routeros.**', min_approvers: 1 });
  const { count, table } = await log.during(async () => {
    const change = await update('reviewed');
    await post(second, `/changes/${change}/approvals`, 201, { decision: 'approve' });
    await apply(change);
  });
  t.ok(count > 0 && count <= MAX_REVIEWED, `${count} of at most ${MAX_REVIEWED} statements`, {
    found: table,
  });
});
