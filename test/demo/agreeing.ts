import { ledgerOf } from './ledger.ts';
import { must } from './narrator.ts';
import type { DemoScene } from './scene.ts';

const PATTERN = 'opnsense.firewall.*';
const RULE = { interface: 'lan', action: 'block', source_net: '10.9.0.0/24', description: 'guests stay out' };

const apply = (scene: DemoScene, id: string, status: number) =>
  scene.api.call('POST', `/gateway-vpn/changes/${id}/apply`, status, {
    by: 'the engineer',
    token: scene.engineer,
    body: { force: true },
  });
const approve = (scene: DemoScene, id: string, by: 'engineer' | 'colleague', status: number) =>
  scene.api.call('POST', `/changes/${id}/approvals`, status, {
    by: `the ${by}`,
    token: scene[by],
    body: { decision: 'approve' },
  });

async function liveRules(scene: DemoScene): Promise<string> {
  const path = `/gateway-opnsense-firewall/${scene.firewall_id}/firewall.rule?per_page=200`;
  const { body } = await scene.api.call('GET', path, 200, { token: scene.engineer });
  return JSON.stringify(body.items);
}

export async function twoPeople(scene: DemoScene): Promise<void> {
  await scene.api.call('POST', '/changes/policies', 201, {
    token: scene.owner,
    body: { feature_pattern: PATTERN, min_approvers: 1 },
  });
  const staged = await scene.api.call(
    'POST',
    `/gateway-opnsense-firewall/${scene.firewall_id}/changes/opnsense.firewall.rule?operation=create`,
    201,
    { token: scene.engineer, body: { payload: RULE } },
  );
  scene.agreed_id = staged.body.id;
  await approve(scene, scene.agreed_id, 'engineer', 403);
  await apply(scene, scene.agreed_id, 403);
  scene.narrator.says(
    'The author of a change cannot approve it, and without an approval nothing is applied.',
  );
  await approve(scene, scene.agreed_id, 'colleague', 201);
  const before = (await ledgerOf(scene.firewall)).length;
  const applied = await apply(scene, scene.agreed_id, 200);
  must(applied.body.attempt.outcome === 'succeeded', 'the attempt to have succeeded');
  const calls = (await ledgerOf(scene.firewall)).slice(before).map(({ method, path }) => `${method} ${path}`);
  scene.narrator.says(`The firewall's ledger shows the save and the commit: ${calls.join(', ')}`);
  must((await liveRules(scene)).includes(RULE.description), 'the rule to be live on the firewall');
}

export async function undo(scene: DemoScene): Promise<void> {
  const inverse = await scene.api.call('POST', `/changes/${scene.agreed_id}/undo`, 201, {
    token: scene.engineer,
  });
  const { id, operation, reverts } = inverse.body;
  must(reverts === scene.agreed_id, 'the inverse to name what it reverts');
  scene.narrator.says(`The inverse is a ${operation}, staged like any other: it needs a second person, too.`);
  await apply(scene, id, 403);
  await approve(scene, id, 'colleague', 201);
  await apply(scene, id, 200);
  must(!(await liveRules(scene)).includes(RULE.description), 'the rule to be gone from the firewall');
}
