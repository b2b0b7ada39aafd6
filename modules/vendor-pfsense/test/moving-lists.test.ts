import t from 'tap';
import { firewallQueue } from '../services/exchange/firewall-queue.ts';
import { FirewallSession } from '../services/exchange/firewall-session.ts';
import { failureOf, featureOf, features, labFirewall, models, push } from './lab-firewall.ts';

const rulePath = '/api/v2/firewall/rule';

t.test('changes of one list that are applied at once each meet their own object', async (t) => {
  const { client, lab } = await labFirewall(t);
  const writes = firewallQueue();
  const session = () =>
    new FirewallSession(client, features, models, { inTurn: (work) => writes.run('one firewall', work) });
  const rule = featureOf('firewall.rule');
  await Promise.all([
    rule.apply(session(), push('delete', {}, '100000101')),
    rule.apply(session(), push('update', { descr: 'second' }, '100000102')),
    rule.apply(session(), push('delete', {}, '100000103')),
  ]);
  t.match(lab.state().running['FirewallRule'], [{ tracker: 100_000_102, descr: 'second' }]);
  t.equal(lab.state().running['FirewallRule']?.length, 1);
});

t.test('an object that somebody else moves before the write is refused', async (t) => {
  const { client, lab } = await labFirewall(t);
  const moving = {
    list: client.list.bind(client),
    write: client.write.bind(client),
    get: async (path: string, query?: Readonly<Record<string, string>>) => {
      if (path === rulePath) await client.write('DELETE', rulePath, {}, { id: '0' });
      return client.get(path, query);
    },
  };
  const session = new FirewallSession(moving, features, models);
  const before = JSON.stringify(
    lab
      .state()
      .saved['FirewallRule']?.slice(1)
      .map(({ tracker }) => tracker),
  );
  const error = await failureOf(
    featureOf('firewall.rule').apply(session, push('update', { descr: 'x' }, '100000102')),
  );
  t.match(error, { type: 'adapter_not_found', outcome: 'not_sent', message: /is moving/ });
  t.equal(JSON.stringify(lab.state().saved['FirewallRule']?.map(({ tracker }) => tracker)), before);
});

t.test('an object that is moved under the write itself is told as unknown', async (t) => {
  const { client } = await labFirewall(t);
  const moving = {
    list: client.list.bind(client),
    get: client.get.bind(client),
    write: async (...call: Parameters<typeof client.write>) => {
      if (call[0] === 'PATCH') await client.write('DELETE', rulePath, {}, { id: '0' });
      return client.write(...call);
    },
  };
  const session = new FirewallSession(moving, features, models);
  const error = await failureOf(
    featureOf('firewall.rule').apply(session, push('update', { descr: 'x' }, '100000102')),
  );
  t.match(error, { type: 'adapter_error', outcome: 'unknown', message: /another object/ });
});

t.test('the line of a firewall is bounded, and others do not stand in it', async (t) => {
  const writes = firewallQueue();
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = writes.run('one', () => promise);
  const waiting = Array.from({ length: 20 }, (_, index) => writes.run('one', async () => index));
  t.match(await failureOf(writes.run('one', async () => 0)), {
    type: 'adapter_rate_limit',
    outcome: 'not_sent',
  });
  t.equal(await writes.run('other', async () => 'at once'), 'at once');
  resolve();
  await first;
  t.same(
    await Promise.all(waiting),
    waiting.map((_, index) => index),
  );
  const failing = writes.run('one', async () => Promise.reject(new Error('failed')));
  t.match(await failureOf(failing), { message: 'failed' });
  t.equal(await writes.run('one', async () => 'next'), 'next');
});
