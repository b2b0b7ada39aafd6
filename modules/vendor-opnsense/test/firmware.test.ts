import t from 'tap';
import { failureOf, featureOf, labFirewall, push } from './lab-firewall.ts';

t.test('an upgrade may take an hour, and one that takes longer is unknown', async (t) => {
  const { session } = await labFirewall(t);
  const upgrade = featureOf('system.firmware_upgrade');
  t.equal(upgrade.push_limit_ms, 3_600_000);
  t.equal(featureOf('firewall.rule').push_limit_ms, undefined);
  const sent = { ...push('update'), signal: AbortSignal.timeout(50) };
  t.match(await failureOf(upgrade.apply(session, sent)), {
    type: 'adapter_timeout',
    outcome: 'unknown',
    message: /still busy with its firmware/,
  });
});
