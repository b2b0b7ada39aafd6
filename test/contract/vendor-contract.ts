import type { LabController } from '@patchbay/lab';
import type { StagedFeature } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import { bootPlatform, type Harness } from '../harness/index.ts';
import { faultCases } from './fault-cases.ts';
import { sampledFeatures } from './sampled-features.ts';
import type { VendorContract } from './samples.ts';
import { featuresOf, Stand } from './stand.ts';
import { Walk } from './walk.ts';

/** Features that are taken through outside of CI, where these stand apart; what they need is made with them. */
const SHARE = 1 / 5;

/**
 * What every vendor package keeps to, over the platform's own API and against a simulated device: each operation of
 * each feature it declares is staged, compared, applied, verified and undone, each fault is told as what it is, and
 * the device's ledger holds exactly the writes of the attempts.
 */
export async function vendorContract<L extends LabController>(
  t: Test,
  contract: VendorContract<L>,
): Promise<void> {
  const platform = await bootPlatform(t, {
    work: false,
    environment: { ADAPTER_READ_ONLY: 'false' },
    ...(contract.modules ? { modules: contract.modules } : {}),
  });
  await t.test(`${contract.vendor}: every feature is staged, applied, verified and undone`, (t) =>
    everyFeature(t, platform, contract),
  );
  await t.test(`${contract.vendor}: each fault is told as what it is`, (t) =>
    faultCases(t, platform, contract),
  );
}

async function everyFeature(t: Test, platform: Harness, contract: VendorContract): Promise<void> {
  const declared = featuresOf(platform, contract);
  const { features } = declared;
  t.same(
    [...features.values()].map(({ key }) => key).sort(),
    [...declared.rows.keys()].sort(),
    'every row of the table is a feature',
  );
  const stand = await Stand.open(t, platform, contract);
  const samples = await contract.samples(stand.device);
  const names = [...new Set([...Object.keys(samples), ...features.keys()])];
  t.same(
    names.filter((name) => samples[name] === undefined),
    [],
    'there is a sample of every feature',
  );
  const walk = new Walk(t, stand, contract, declared);
  await walk.ground(contract.groundwork);
  const taken = sampledFeatures(contract.vendor, samples, contract.isApart ? SHARE : 1).map(
    (name) => [name, samples[name] ?? {}] as const,
  );
  for (const [name, sample] of taken) {
    const feature = features.get(name);
    t.ok(feature, `${name} is a feature`);
    if (feature && !sample.isEnd) await walk.feature(name, feature, sample);
  }
  await walk.leave(samples);
  t.comment(`secrets kept: ${walk.keepers.join(', ')}`);
  t.equal(stand.unaccounted, 0, 'the ledger holds the writes of the applies and no other');
  for (const [name, sample] of taken) {
    const feature = features.get(name);
    const { start = () => contract.start() } = sample;
    if (feature && sample.isEnd) await lastOf(t, platform, { ...contract, start }, feature, name);
  }
}

/** On a device of its own, whose time passes fast: restarts and upgrades are followed to their end. */
async function lastOf(
  t: Test,
  platform: Harness,
  contract: VendorContract,
  feature: StagedFeature,
  name: string,
): Promise<void> {
  const declared = featuresOf(platform, contract);
  const stand = await Stand.open(t, platform, contract);
  const walk = new Walk(t, stand, contract, declared);
  const sample = (await contract.samples(stand.device))[name] ?? {};
  const passing = setInterval(() => stand.device.lab.clock.advance(100), 50);
  await walk.feature(name, feature, sample).finally(() => clearInterval(passing));
}
