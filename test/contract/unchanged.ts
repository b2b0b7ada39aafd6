import type { ChangeView } from '@patchbay/module-changes/contract';
import type { StagedFeature } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import type { Answer } from '../harness/index.ts';
import type { Payload } from './samples.ts';
import type { Stand } from './stand.ts';

const MARKER = '[redacted]';
/** Live objects show facts besides what can be written; each round drops those that were refused. */
const MAX_ROUNDS = 12;

const holdsMarker = (value: unknown): boolean => JSON.stringify(value ?? null).includes(`"${MARKER}"`);

/** Fields of a payload in which a secret is hidden. */
export const hiddenIn = (payload: Payload): Payload =>
  Object.fromEntries(Object.entries(payload).filter(([, value]) => holdsMarker(value)));

/**
 * Stages an object back as the platform shows it, with a marker for each of its secrets, and applies it: nothing on the
 * device is another than before, to the byte (RULES R17). `copied` are hidden fields as changes of it show them, for
 * vendors whose live objects leave secrets out. Answers whether there was a secret to keep.
 */
export async function staysUnchanged(
  t: Test,
  stand: Stand,
  feature: StagedFeature,
  target: string | undefined,
  copied: Payload,
): Promise<boolean> {
  const what = `${feature.key}, staged back as it was shown`;
  const live = await stand.live(feature, target);
  const shown = { ...copied, ...live };
  if (!holdsMarker(shown)) return false;
  const staged = await stagedBack(stand, feature, target, shown);
  t.ok(staged, `${what}: its secrets are among what an update takes`);
  if (staged === null) return true;
  t.equal(staged.status, 201, `${what} ${staged.status === 201 ? '' : staged.text}`);
  if (staged.status !== 201) return true;
  const { body: reviewed }: { body: ChangeView } = await stand.call(
    'GET',
    `/changes/${staged.body.id}?refresh=true`,
  );
  t.equal(reviewed.stale, false, `${what}: it is not stale`);
  const named = JSON.stringify(reviewed.diff);
  t.ok(named.includes('"secret: unchanged"'), `${what}: the diff says that the secret stays ${named}`);
  t.notOk(named.includes('"secret: will change"'), `${what}: and of none that it changes ${named}`);
  const before = stand.device.lab.stateHash();
  const { answer } = await stand.apply(staged.body.id);
  t.equal(answer.status, 200, `${what} is applied ${answer.status === 200 ? '' : answer.text}`);
  t.equal(stand.device.lab.stateHash(), before, `${what}: the device holds what it held`);
  return true;
}

/** Staged without what only reads; null when no secret is left in it. */
async function stagedBack(
  stand: Stand,
  feature: StagedFeature,
  target_id: string | undefined,
  shown: Payload,
): Promise<Answer | null> {
  let payload = shown;
  for (let round = 1; holdsMarker(payload); round += 1) {
    const answer = await stand.stage(feature, 'update', { payload, ...(target_id ? { target_id } : {}) });
    const refused = answer.status === 422 ? refusedFields(answer) : [];
    const isRefused = (name: string) => refused.some((field) => `${field}.`.startsWith(`payload.${name}.`));
    const kept = Object.entries(payload).filter(([name]) => !isRefused(name));
    if (kept.length === Object.keys(payload).length || round === MAX_ROUNDS) return answer;
    payload = Object.fromEntries(kept);
  }
  return null;
}

/** What is not taken in updates; a refused marker is none of it. */
function refusedFields({ body }: Answer): readonly string[] {
  const details: readonly { readonly field?: string; readonly type?: string }[] = body.error?.details ?? [];
  return details.filter(({ type }) => type !== 'redacted').map(({ field = '' }) => field);
}
