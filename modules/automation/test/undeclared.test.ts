import { bootPlatform } from '@patchbay/test/harness';
import { loggedEvent } from '@patchbay/test/kit';
import t from 'tap';
import { RuleIntake } from '../services/intake/rule-intake.ts';
import { addRule, ended } from './support/platform.ts';

t.test('a rule is not paused while the event it waits for is not declared', async (t) => {
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  const event_type = 'plugin.gone.said';
  const id = await addRule(harness, owner, { trigger_config: { event_pattern: event_type } });
  await harness.get(RuleIntake).take([loggedEvent(owner.organization_id, event_type)]);
  t.match(await ended(harness, owner, id, 1), [{ status: 'skipped', reason: 'event_not_declared' }]);
  const { body } = await harness.call('GET', `/automation/rules/${id}`, { as: owner });
  t.equal(body.paused_reason, null);
});
