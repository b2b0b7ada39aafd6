import { PatchbayError } from '@patchbay/kernel/errors';
import { PermissionMap, systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import Type from 'typebox';
import type { AutomationAction } from '../contract.ts';
import { automationWrite } from '../permissions.ts';
import { ActionIndex } from '../services/invoking/action-index.ts';
import { ActionInvoker } from '../services/invoking/action-invoker.ts';

const permissions = new PermissionMap([automationWrite]);
const author = { ...systemPrincipal('01980000-0000-7000-8000-000000000001'), role: 'admin' as const };
const acting = (run: AutomationAction['run'], facts: Partial<AutomationAction> = {}) => {
  const action: AutomationAction = {
    action_type: 'a',
    title: 'A',
    description: 'A.',
    permission: automationWrite.id,
    params: Type.Object({ n: Type.Integer() }),
    ...facts,
    run,
  };
  return new ActionInvoker(
    new ActionIndex({ contributed: { values: [action], version: 1 } }),
    permissions,
    30,
  );
};
const refusal = (invoked: Promise<unknown>): Promise<unknown> =>
  invoked.then(
    () => null,
    (error: unknown) => (error instanceof PatchbayError ? error.id : error),
  );
// Deadlines alone keep no process alive.
const alive = setInterval(() => {}, 1_000);
t.teardown(() => clearInterval(alive));
const invocation = { operation_id: 'a', params: { n: 1 } };

t.test('an action that does not listen is given up in time', async (t) => {
  const deaf = acting(() => new Promise(() => {}));
  t.equal(await refusal(deaf.invoke(author, invocation)), 'automation.action_timed_out');
  const late = acting(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  t.equal(await refusal(late.invoke(author, invocation)), 'automation.action_timed_out');
});

t.test('an action that is stopped in the middle says nothing of its own', async (t) => {
  const stop = new AbortController();
  const stopped = acting(() => {
    stop.abort(new Error('shut down'));
    return new Promise(() => {});
  });
  const refused = await refusal(stopped.invoke(author, { ...invocation, signal: stop.signal }));
  t.equal(refused, stop.signal.reason);
});

t.test('nothing is carried out without the right to it, with wrong params, or when it is off', async (t) => {
  let runs = 0;
  const count: AutomationAction['run'] = async () => {
    runs += 1;
    return { success: true };
  };
  const counting = acting(count);
  const scoped = { ...author, scopes: ['automation:write'] };
  t.equal(await refusal(counting.invoke({ ...author, role: 'operator' }, invocation)), 'kernel.forbidden');
  t.equal(await refusal(counting.invoke(scoped, invocation)), 'kernel.forbidden');
  const forOrgAdmins = acting(count, { permission: null });
  t.equal(await refusal(forOrgAdmins.invoke(author, invocation)), 'kernel.forbidden');
  for (const params of [{}, { n: '1' }, { n: 1, more: 1 }]) {
    const refused = await refusal(counting.invoke(author, { ...invocation, params }));
    t.equal(refused, 'kernel.validation_failed');
  }
  const off = acting(count, { isAvailable: () => false });
  t.equal(await refusal(off.invoke(author, invocation)), 'automation.action_unavailable');
  const unknown = { ...invocation, operation_id: 'b' };
  t.equal(await refusal(counting.invoke(author, unknown)), 'automation.action_unavailable');
  for (const refused of [
    () => counting.preview({ ...author, role: 'operator' }, invocation),
    () => counting.preview(author, { ...invocation, params: {} }),
    () => off.preview(author, invocation),
    () => counting.preview(author, unknown),
  ])
    t.throws(refused, PatchbayError, 'a shadow is refused the same');
  t.same(counting.preview(author, invocation), { hasEffect: true, produces: [], stages: null });
  t.equal(runs, 0);
  t.same(await counting.invoke(author, invocation), { staged: false, output: null });
  t.equal(runs, 1);
});
