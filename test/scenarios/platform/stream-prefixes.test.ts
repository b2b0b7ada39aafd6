import { SUBSCRIPTION_PREFIXES } from '@patchbay/kernel/events';
import t from 'tap';
import { StreamReader } from '../../demo/stream.ts';
import { bootPlatform, type Person } from '../../harness/index.ts';

const patterns = Object.keys(SUBSCRIPTION_PREFIXES).map((prefix) => `${prefix}.*`);
const PLATFORM_ONLY = ['admin.*', 'system.*'];
const ORGANIZATION_ONLY = [...PLATFORM_ONLY, 'plugin.*', 'user.*'];

t.test(
  'every prefix of the specification may be subscribed to, whether or not events stand there',
  async (t) => {
    const platform = await bootPlatform(t);
    const owner = await platform.owner();
    const asked = async (person: Person, subscriptions: readonly string[]) => {
      const reader = new StreamReader(platform.url, person.token);
      await reader.frame('connected');
      reader.send({ type: 'subscribe', subscriptions });
      reader.send({ type: 'ping' });
      await reader.frame('pong');
      reader.close();
      const granted = reader.frames.find(({ type }) => type === 'subscribed')?.['subscriptions'] ?? [];
      const denied = reader.frames.find(({ type }) => type === 'subscription_denied')?.['patterns'] ?? [];
      return { granted, denied };
    };
    const without = (left: readonly string[]) => patterns.filter((each) => !left.includes(each));

    t.same(await asked(owner, patterns), { granted: patterns, denied: [] });
    t.same(await asked(await platform.person('org_admin'), patterns), {
      granted: without(PLATFORM_ONLY),
      denied: PLATFORM_ONLY,
    });
    t.same(await asked(await platform.person('site_admin'), patterns), {
      granted: without(ORGANIZATION_ONLY),
      denied: patterns.filter((each) => ORGANIZATION_ONLY.includes(each)),
    });
    const viewer = await asked(await platform.person('viewer'), patterns);
    const denied = patterns.filter((each) => [...ORGANIZATION_ONLY, 'settings.*'].includes(each));
    t.same(viewer, { granted: without(denied), denied });
  },
);

t.test('a prefix that is named neither by the specification nor by a module is denied', async (t) => {
  const platform = await bootPlatform(t);
  const owner = await platform.owner();
  const reader = new StreamReader(platform.url, owner.token);
  await reader.frame('connected');
  const unknown = ['toaster.*', 'constructor.*', 'sla', 'toString.called', '__proto__.*'];
  reader.send({ type: 'subscribe', subscriptions: unknown });
  t.same((await reader.frame('subscription_denied'))['patterns'], unknown);
  reader.close();
});
