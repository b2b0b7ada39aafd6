import { closed } from '@patchbay/kernel/http';
import type { ChangeOperation, Push } from '@patchbay/module-changes/contract';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { stagedFeatures } from '../services/staged-features.ts';
import { prepared, type Step, seededIn, steps } from './examples.ts';
import { features, known, labConsole } from './lab-console.ts';

const staged = new Map(stagedFeatures(features, known).map((feature) => [feature.key, feature]));
const validators = new Map<string, ValidateFunction>();

const featureOf = (key: string) => {
  const feature = staged.get(key);
  if (!feature) throw new Error(`no feature ${key}`);
  return feature;
};

function accepts(key: string, operation: ChangeOperation, payload: unknown): boolean {
  const name = `${key} ${operation}`;
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictTuples: false, allErrors: true });
  for (const format of ['uuid', 'date', 'date-time']) ajv.addFormat(format, true);
  const validate = validators.get(name) ?? ajv.compile(closed(featureOf(key).payload(operation)));
  validators.set(name, validate);
  return validate(payload);
}

const text = (tables: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1)));

const push = ({ operation, payload }: Step, target_id: string | null): Push => ({
  attempt_id: '0199aa00-0000-7000-8000-000000000001',
  operation,
  target_id,
  payload,
});

t.test('every row of the table is a feature with its area, permission, risk and operations', async (t) => {
  t.equal(staged.size, 59);
  for (const { feature, area, permission, catastrophic, operations } of features)
    t.match(featureOf(feature), {
      area,
      permission,
      risk: catastrophic ? 'catastrophic' : 'normal',
      operations,
      vendor: 'unifi',
    });
  t.same(
    features.filter(({ catastrophic }) => catastrophic).map(({ feature }) => feature),
    [
      'firmware.device_upgrade',
      'firmware.device_upgrade_url',
      'firmware.rolling_upgrade',
      'firmware.console_update',
      'routing.wan',
      'bulk.device_restart',
      'system.device',
      'system.site',
      'system.console_reboot',
    ],
  );
});

t.test(
  'every operation of every feature reaches the console, holds there and leads to the devices',
  async (t) => {
    const { session, lab } = await labConsole(t);
    const seeded = await seededIn(session);
    const examples = steps(seeded);
    let tried = 0;
    for (const { feature: key, operations } of features) {
      const feature = featureOf(key);
      const list = examples[key] ?? [];
      t.same(
        list.map(({ operation }) => operation),
        operations,
        `${key} is tried whole`,
      );
      let id: string | null = null;
      const before = prepared[key];
      if (before) {
        const step = { operation: 'create' as const, payload: before.payload(seeded) };
        id = (await featureOf(before.feature).apply(session, push(step, null))).target_id;
      }
      for (const step of list) {
        const name = `${key} ${step.operation}`;
        t.ok(accepts(key, step.operation, step.payload), `${name}: the payload is taken`);
        t.notOk(
          accepts(key, step.operation, { ...step.payload, 'no-such-field': 1 }),
          `${name}: no unknown field`,
        );
        const target = step.target_id ?? id;
        const hashBefore = lab.ledger.entries().at(-1)?.state_hash;
        const applied = await feature.apply(session, push(step, target));
        tried += 1;
        id = applied.target_id ?? id;
        const entry = lab.ledger.entries().at(-1);
        t.equal(entry?.outcome.result, 'executed', name);
        if (feature.verify) {
          const seen = await feature.verify(session, push(step, target), applied);
          t.equal(seen.holds, true, `${name} ${seen.mismatch ?? ''}`);
          t.notMatch(
            JSON.stringify(seen.value),
            /Very-Secret|Correct-Horse|Keyed-Secret/,
            `${name} shows no secret`,
          );
        }
        if (feature.read && step.operation !== 'delete' && (id !== null || feature.singleton))
          t.ok(await feature.read(session, feature.singleton ? null : id), `${name} can be read`);
        const { saved, running } = lab.state();
        const writes = hashBefore !== entry?.state_hash && key !== 'system.site';
        if (writes) t.not(text(running), text(saved), `${name}: the devices follow later`);
        lab.clock.advance(2_000);
        const after = lab.state();
        t.equal(text(after.running), text(after.saved), `${name}: the devices have it`);
        if (key === 'firmware.console_update' || key === 'system.console_reboot') await lab.power(true);
      }
    }
    t.equal(
      tried,
      features.reduce((sum, { operations }) => sum + operations.length, 0),
    );
  },
);
