import { fieldsIn, mayEscalate, needsOf } from '@patchbay/module-changes/contract';
import { STAGED_FEATURES, type StagedFeature } from '@patchbay/vendor-kit';
import t from 'tap';
import { ownModules } from '../openapi/documents.ts';

/** Words under which gear of any make keeps what it runs, or who may enter it. */
const telling: readonly RegExp[] = [
  /script/,
  /trigger/,
  /^on_./,
  /(^|_)(cmd|command|hook|cron|exec|shell|sudo|entrypoint|env|args|program)s?(_|$)/,
  /(^|_)(sched|schedule|scheduler|custom|extra|additional|advanced|raw|option)s?(_|$)/,
  /(^|_)(user|username|group|role|login|priv|privilege|privileged|unprivileged|password|passwd)s?(_|$)/,
  /(options?|passw(or)?d|passwd|command|hook|cron|sshkeys?|authorized_?keys?)$/,
];
const innocent = /descript(ions?|ors?)|subscriptions?|transcripts?|prescriptions?/g;

const isTelling = (name: string): boolean => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(innocent, '');
  return telling.some((pattern) => pattern.test(words));
};

/** As the modules declare them; no value of this point needs its dependencies to be made. */
const features: readonly StagedFeature[] = (await ownModules())
  .flatMap(({ contributes = [] }) => contributes)
  .filter(({ point }) => point === STAGED_FEATURES.id)
  .map(({ create }) => create({}) as StagedFeature);

const fieldsOf = (feature: StagedFeature): readonly string[] => [
  ...new Set(feature.operations.flatMap((operation) => [...fieldsIn(feature.payload(operation))])),
];

const named = new Map(features.map((feature) => [feature.key, fieldsOf(feature)]));
const names = (feature: StagedFeature): readonly string[] => named.get(feature.key) ?? [];

/** What such a feature asks for when a payload carries the field, in every shape a payload takes. */
const needsWith = (feature: StagedFeature, payload: Readonly<Record<string, unknown>>) => {
  const operation = feature.operations.find((each) => each === 'update') ?? feature.operations[0] ?? 'update';
  return needsOf(feature, { operation, target_id: null, payload }, () => feature);
};

/** Judged by its value, or catastrophic left empty as well, since the default of the gear lets someone in. */
const isDeclaredWithValue = (feature: StagedFeature, name: string): boolean =>
  feature.escalates?.some((each) => typeof each !== 'string' && each.field === name) ?? false;

t.test(
  'a field that sounds like a command or an account is catastrophic, or says why it is none',
  async (t) => {
    t.ok(features.length > 370);
    const silent = features
      .filter(({ risk }) => risk !== 'catastrophic')
      .flatMap((feature) =>
        names(feature)
          .filter(isTelling)
          .filter((name) => !mayEscalate(feature, name))
          .filter((name) => (feature.harmless?.[name] ?? '').trim() === '')
          .map((name) => `${feature.key}: ${name}`),
      );
    t.same(silent, []);
  },
);

t.test('what escalates does so at any depth, and asks for a site administrator', async (t) => {
  for (const feature of features.filter(({ risk, carries }) => risk !== 'catastrophic' && !carries))
    for (const name of names(feature).filter((each) => mayEscalate(feature, each))) {
      if (isDeclaredWithValue(feature, name)) continue;
      for (const payload of [
        { [name]: 'x' },
        { values: { [name]: ['x'] } },
        { list: [{ deep: { [name]: 1 } }] },
      ])
        t.match(needsWith(feature, payload), { risk: 'catastrophic', because: [name] }, feature.key);
      const plain = needsWith(feature, {});
      for (const payload of [{ [name]: '' }, { [name]: null }, { [name]: [] }])
        t.same(needsWith(feature, payload), plain, `${feature.key} without ${name}`);
      if (feature.escalatesAsWhole === undefined) t.equal(plain.risk, 'normal', feature.key);
    }
});

t.test(
  'a field whose default lets someone in is catastrophic in an update that leaves it empty',
  async (t) => {
    const open = features.flatMap((feature) =>
      (feature.escalates ?? []).flatMap((each) =>
        typeof each !== 'string' && 'evenEmpty' in each ? [{ feature, name: each.field }] : [],
      ),
    );
    t.ok(open.length > 3);
    for (const { feature, name } of open)
      for (const payload of [{ [name]: '' }, { values: { [name]: null } }, { [name]: [] }, { [name]: 'x' }])
        t.match(needsWith(feature, payload), { risk: 'catastrophic', because: [name] }, feature.key);
  },
);

t.test('whoever writes more than a family’s own permission covers needs controller:write', async (t) => {
  for (const feature of features.filter((each) => names(each).some((name) => mayEscalate(each, name)))) {
    const name = names(feature).find(
      (each) => mayEscalate(feature, each) && !isDeclaredWithValue(feature, each),
    );
    if (name === undefined || feature.carries) continue;
    const { permissions } = needsWith(feature, { [name]: 'x' });
    const own = feature.permission;
    t.same(permissions, own === 'network:write' ? [own, 'controller:write'] : [own], feature.key);
  }
});

t.test('every reason and every escalation is about a field that is there', async (t) => {
  for (const vendor of new Set(features.map((feature) => feature.vendor))) {
    const own = features.filter((feature) => feature.vendor === vendor);
    const all = new Set(own.flatMap(names));
    const reasons = new Set(own.flatMap(({ harmless = {} }) => Object.keys(harmless)));
    t.same(
      [...reasons].filter((name) => !all.has(name)),
      [],
      `${vendor}: reasons about nothing`,
    );
    for (const feature of own) {
      const declared = (feature.escalates ?? []).map((each) =>
        typeof each === 'string' ? each : each.field,
      );
      t.same(
        declared.filter((name) => !names(feature).includes(name)),
        [],
        feature.key,
      );
    }
  }
});

t.test('accounts, schedules and commands of gear are catastrophic whatever they hold', async (t) => {
  const gear =
    /\.(cron|system|security|diagnostics|firmware|raw)\.(job|jobs|user|scheduler|script|exec|command|setting|password)$|^raw\.setting$/;
  const milder = features
    .filter(({ key, risk }) => gear.test(key) && risk !== 'catastrophic')
    .map(({ key }) => key);
  t.same(milder, []);
});
