import { changeErrors } from '@patchbay/module-changes/contract';
import type { StagedFeature } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import { type Harness, waitFor } from '../harness/index.ts';
import { sampled } from '../run/sample.ts';
import type { FaultEnd, FaultKind, FaultSample, VendorContract } from './samples.ts';
import { featuresOf, type Pushed, Stand } from './stand.ts';

interface Expected {
  readonly kind: FaultKind;
  readonly ends: FaultEnd;
  /** Types of SPEC 7 that the attempt may name. */
  readonly types: readonly string[];
  /** Whether the device carries out the write that is met. */
  readonly isDone: boolean;
}

const lost = ['adapter_connection_error', 'adapter_timeout', 'adapter_error'];
const expected: readonly Expected[] = [
  { kind: 'slow', ends: 'succeeded', types: [], isDone: true },
  { kind: 'hang', ends: 'unknown', types: ['adapter_timeout', 'adapter_connection_error'], isDone: false },
  { kind: 'unauthorized', ends: 'refused', types: ['adapter_authentication_error'], isDone: false },
  { kind: 'rate_limited', ends: 'refused', types: ['adapter_rate_limit'], isDone: false },
  { kind: 'drop_after_read', ends: 'unknown', types: lost, isDone: false },
  { kind: 'drop_before_answer', ends: 'unknown', types: lost, isDone: true },
  { kind: 'half_answer', ends: 'unknown', types: lost, isDone: true },
];
const statuses: Readonly<Record<string, number>> = { adapter_rate_limit: 429, adapter_timeout: 504 };
/** Faults that are tried outside of CI, by the seed of the run. */
const SHARE = 1 / 5;
const LONGER_THAN_ANY_SESSION_MS = 300_000;

/** Each fault meets one write, on a device of its own. */
export async function faultCases(t: Test, platform: Harness, contract: VendorContract): Promise<void> {
  const { features } = featuresOf(platform, contract);
  const cases = contract.faults.flatMap((sample) => [...expected, null].map((each) => ({ sample, each })));
  for (const { sample, each } of sampled(`${contract.vendor} faults`, cases, SHARE)) {
    const feature = features.get(sample.feature);
    if (!feature) throw new Error(`no feature ${sample.feature}`);
    const stand = await Stand.open(t, platform, contract);
    if (each === null) await awayCase(t, stand, feature, sample);
    else await faultCase(t, stand, feature, sample, { ...each, ends: sample.ends?.[each.kind] ?? each.ends });
  }
}

async function faultCase(
  t: Test,
  stand: Stand,
  feature: StagedFeature,
  sample: FaultSample,
  { kind, ends, types, isDone }: Expected,
): Promise<void> {
  const what = `${sample.feature}, ${kind}`;
  const id = await stage(t, stand, feature, sample);
  const { lab } = stand.device;
  lab.faults.set({ kind, count: 1, ...sample.meets, ...(kind === 'slow' ? { delay_ms: 200 } : {}) });
  const pushing = stand.apply(id);
  if (kind === 'hang') {
    await waitFor('the request that hangs', () => lab.faults.list().length === 0);
    lab.clock.advance(LONGER_THAN_ANY_SESSION_MS);
  }
  const pushed = await pushing;
  t.same(lab.faults.list(), [], `${what} was met`);
  told(t, what, pushed, ends, types);
  const met = pushed.writes.find(({ outcome }) => outcome.fault === kind);
  if (kind !== 'slow') t.ok(met, `${what} is in the ledger`);
  if (met && kind !== 'slow')
    t.equal(met.outcome.result === 'executed', isDone, `${what}: what the ledger says`);
  if (ends === 'unknown') await leftOpen(t, stand, what, id);
  else if (ends !== 'succeeded') await again(t, stand, what, id);
  t.equal(stand.unaccounted, 0, `${what}: nothing was written beside the applies`);
}

/** A device that is away was sent nothing, and takes the change when it is back. */
async function awayCase(t: Test, stand: Stand, feature: StagedFeature, sample: FaultSample): Promise<void> {
  const what = `${sample.feature}, switched off`;
  const id = await stage(t, stand, feature, sample);
  await stand.device.lab.power(false);
  const pushed = await stand.apply(id);
  told(t, what, pushed, 'not_sent', ['adapter_connection_error']);
  t.same(pushed.writes, [], `${what}: nothing was sent`);
  await stand.device.lab.power(true);
  await again(t, stand, what, id);
}

async function stage(t: Test, stand: Stand, feature: StagedFeature, sample: FaultSample): Promise<string> {
  const { operation, payload, target } = sample;
  const body = { payload, ...(target === undefined ? {} : { target_id: target }) };
  const staged = await stand.stage(feature, operation, body);
  t.equal(staged.status, 201, staged.text);
  return staged.body.id;
}

/** The answer, the change and its attempt tell the same. */
function told(
  t: Test,
  what: string,
  { answer, change, attempt }: Pushed,
  ends: FaultEnd,
  types: readonly string[],
): void {
  if (ends === 'succeeded') {
    t.equal(answer.status, 200, `${what} ${answer.text}`);
    t.match(change, { status: 'applied', last_outcome: 'succeeded' }, what);
    return;
  }
  const outcome = ends === 'unknown' ? 'unknown' : 'failed';
  t.match(attempt, { outcome, error: String }, what);
  t.match(change, { status: 'pending', last_outcome: outcome, last_error: attempt.error }, what);
  const type = attempt.error_type ?? '';
  t.ok(types.includes(type), `${what}: ${type} is one of ${types}`);
  if (ends === 'unknown')
    t.match(answer, { status: 504, body: { error: { type: 'adapter_timeout' } } }, `${what} ${answer.text}`);
  else
    t.match(answer, { status: statuses[type] ?? 502, body: { error: { type } } }, `${what} ${answer.text}`);
}

/** Nothing is sent a second time by itself; a person lets it go. */
async function leftOpen(t: Test, stand: Stand, what: string, id: string): Promise<void> {
  const second = await stand.apply(id);
  const message = changeErrors.find((each) => each.id === 'changes.unacknowledged')?.message;
  t.match(second.answer, { status: 409, body: { error: { message } } }, `${what}: not applied again`);
  t.same(second.writes, [], `${what}: nothing is sent twice`);
  const discard = (force: boolean) => stand.call('POST', `/gateway-vpn/changes/${id}/discard?force=${force}`);
  t.equal((await discard(false)).status, 409, `${what}: not dropped unseen`);
  t.match(await discard(true), { status: 200, body: { status: 'discarded' } }, what);
}

/** What was refused or not sent left nothing behind, and is taken when nothing is in the way. */
async function again(t: Test, stand: Stand, what: string, id: string): Promise<void> {
  const { answer, change } = await stand.apply(id);
  t.equal(answer.status, 200, `${what}: taken the second time ${answer.status === 200 ? '' : answer.text}`);
  t.equal(change.status, 'applied', what);
}
