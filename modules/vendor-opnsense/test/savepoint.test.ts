import t from 'tap';
import { copyOf, failureOf, featureOf, labFirewall, push } from './lab-firewall.ts';

const rule = push('create', { interface: 'lan', action: 'block', description: 'cuts us off' });
const rules = 'OPNsense/Firewall/Filter#rules.rule';

t.test('current releases have no way back: arming says so and changes nothing', async (t) => {
  const { session, firewall } = await labFirewall(t);
  t.equal(await session.savepoint.arm(60), null);
  t.match(firewall.ledger.entries(), [{ outcome: { result: 'refused', status: 404 } }]);
  t.match(await featureOf('firewall.rule').apply(session, rule), { target_id: String });
});

t.test('an older release takes an apply back after a minute unless it is confirmed', async (t) => {
  const { session, firewall } = await labFirewall(t, { version: '24.7.1' });
  t.equal(await session.savepoint.arm(30), null, 'the product knows 60 seconds only');
  const before = copyOf(firewall, 'running')[rules];
  const token = await session.savepoint.arm(60);
  t.type(token, 'string');
  await featureOf('firewall.rule').apply(session, rule);
  t.equal(copyOf(firewall, 'running')[rules]?.length, 4);
  t.ok(firewall.ledger.entries().some(({ path }) => path === `/api/firewall/filter/apply/${token}`));
  firewall.clock.advance(60_000);
  t.same(copyOf(firewall, 'running')[rules], before);
  t.same(copyOf(firewall, 'saved')[rules], before);
});

t.test('a confirmed apply stays, a cancelled one goes back at once', async (t) => {
  const { session, firewall } = await labFirewall(t, { version: '24.7.1' });
  const kept = await session.savepoint.arm(60);
  await featureOf('firewall.rule').apply(session, rule);
  await session.savepoint.confirm(kept ?? '');
  firewall.clock.advance(60_000);
  t.equal(copyOf(firewall, 'running')[rules]?.length, 4);
  const cancelled = await session.savepoint.arm(120);
  await featureOf('firewall.rule').apply(session, rule);
  t.equal(copyOf(firewall, 'running')[rules]?.length, 5);
  await session.savepoint.cancel(cancelled ?? '');
  t.equal(copyOf(firewall, 'running')[rules]?.length, 4);
  await featureOf('firewall.rule').apply(session, rule);
  t.equal(firewall.ledger.entries().at(-1)?.path, '/api/firewall/filter/apply', 'arming holds for one apply');
  t.match(await failureOf(session.savepoint.cancel('1.0')), { outcome: 'refused' });
  t.match(await failureOf(session.savepoint.confirm('../x')), { outcome: 'not_sent' });
});
