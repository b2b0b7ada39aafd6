import t from 'tap';
import { type HealthCheck, HealthRegistry, ManualClock } from '../index.ts';

const check = (name: string, ok: boolean, more: Partial<HealthCheck> = {}): HealthCheck => ({
  name,
  critical: false,
  readiness: 'always',
  check: async () => ({ ok, latency_ms: 1, ...(ok ? {} : { detail: `${name} is down` }) }),
  ...more,
});

t.test('all well is healthy and ready', async (t) => {
  const health = new HealthRegistry(new ManualClock());
  health.register(check('database', true, { critical: true }));
  t.same(await health.report(), {
    status: 'healthy',
    degraded: [],
    checks: { database: { ok: true, latency_ms: 1 } },
  });
  t.match(await health.readiness(true), { ready: true, failed: [], degraded_subsystems: [] });
});

t.test('a failing check fails readiness as its declaration says', async (t) => {
  const health = new HealthRegistry(new ManualClock());
  health.register(check('cache', false, { readiness: 'strict_only' }));
  health.register(check('mail', false, { readiness: 'never' }));
  t.match(await health.readiness(false), { ready: true, failed: [], degraded_subsystems: ['cache', 'mail'] });
  t.match(await health.readiness(true), { ready: false, failed: ['cache'] });
  t.same(health.degraded(), [
    { name: 'cache', reason: 'cache is down' },
    { name: 'mail', reason: 'mail is down' },
  ]);
});

t.test('a throwing check is a failed check', async (t) => {
  const health = new HealthRegistry(new ManualClock());
  health.register(check('x', true, { check: () => Promise.reject(new Error('boom')) }));
  t.match(await health.report(), { status: 'degraded', checks: { x: { ok: false, detail: 'boom' } } });
});

t.test('a hanging check is aborted after two seconds and keeps no other check waiting longer', async (t) => {
  const health = new HealthRegistry(new ManualClock());
  let aborted = false;
  health.register(
    check('hangs', true, {
      check: (signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
        }),
    }),
  );
  health.register(check('fine', true));
  const report = await health.report();
  t.match(report.checks, { hangs: { ok: false, detail: 'no answer within 2000 ms' }, fine: { ok: true } });
  t.ok(aborted);
});

t.test('results serve half a second and parallel callers share one run', async (t) => {
  const clock = new ManualClock();
  const health = new HealthRegistry(clock);
  let runs = 0;
  health.register(check('x', true, { check: async () => ({ ok: ++runs > 0 }) }));
  await Promise.all([health.report(), health.readiness(false), health.report()]);
  clock.advance(499);
  await health.report();
  t.equal(runs, 1);
  clock.advance(1);
  await health.report();
  t.equal(runs, 2);
});

t.test('a subsystem is marked and restored; critical ones fail readiness', async (t) => {
  const health = new HealthRegistry(new ManualClock());
  health.register(check('event_bus', true, { critical: true }));
  health.degrade('module.cameras', 'failed to start');
  t.match(await health.readiness(true), { ready: true, degraded_subsystems: ['module.cameras'] });
  health.degrade('event_bus', 'relay stopped');
  health.degrade('module.identity', 'failed to start', { critical: true });
  t.match(await health.readiness(false), { ready: false, failed: ['event_bus', 'module.identity'] });
  health.restore('event_bus');
  health.restore('module.identity');
  health.restore('module.cameras');
  t.match(await health.report(), { status: 'healthy', degraded: [] });
});

t.test('names of degraded subsystems are bounded', async (t) => {
  const health = new HealthRegistry(new ManualClock());
  for (let index = 0; index < 600; index++) health.degrade(`s${index}`, 'x');
  t.equal(health.degraded().length, 501);
});

t.test('two checks of one name are refused; an unregistered check is gone', async (t) => {
  const health = new HealthRegistry(new ManualClock());
  const remove = health.register(check('x', false));
  t.throws(() => health.register(check('x', true)), /registered twice/);
  remove();
  t.match(await health.report(), { status: 'healthy', checks: {} });
});
