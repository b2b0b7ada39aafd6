import { isDeepStrictEqual } from 'node:util';
import { OpenWrtController } from '@patchbay/lab';
import {
  type FeatureSample,
  type LabDevice,
  type Refusal,
  type Samples,
  vendorContract,
  type Written,
} from '@patchbay/test/contract';
import { loginOf } from '@patchbay/test/harness';
import t from 'tap';
import { features, openWrtFeatures } from '../vendor.ts';
import { changes, examples, targets } from './feature-examples.ts';
import { featureOf } from './lab-device.ts';

const ends = new Set([
  'system.password',
  'system.reboot',
  'system.firmware_flash',
  'system.factory_reset',
  'system.config_restore',
]);

/** An update names its section by the target, not in the payload. */
const withoutOwn = (example: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(example).filter(([name]) => !name.startsWith('.') && name !== 'interface'),
  );

/** An image and an archive are uploaded, judged and started. */
const calls: Readonly<Record<string, number>> = { 'system.firmware_flash': 3, 'system.config_restore': 3 };

const samples: Samples = Object.fromEntries(
  Object.entries(examples).map(([name, example]) => {
    const { operations = [] } = features.find((each) => each.name === name) ?? {};
    const { read, inverse } = featureOf(name);
    const isMade = operations.includes('create');
    const sample: FeatureSample = {
      create: example,
      update: isMade ? (changes[name] ?? withoutOwn(example)) : example,
      delete: isMade ? {} : example,
      ...(targets[name] === undefined ? {} : { target: targets[name] }),
      ...(calls[name] === undefined ? {} : { calls: calls[name] }),
      ...(ends.has(name) ? { isEnd: true as const } : {}),
      ...(name === 'diagnostics.exec' ? { prints: { create: { code: 0, stdout: String } } } : {}),
      // The password of a sign-in is not read back.
      ...(name === 'security.rpc_login' ? { stays: { delete: 'changes.secrets_not_kept' as const } } : {}),
      ...(!read && !inverse
        ? {
            stays: Object.fromEntries(
              operations.map((operation): [string, Refusal] => [operation, 'changes.no_inverse']),
            ),
          }
        : {}),
    };
    return [name, sample];
  }),
);

async function start(): Promise<LabDevice<OpenWrtController>> {
  const lab = new OpenWrtController({ plain_http: true, devices: 8, reboot_ms: 60_000 });
  const endpoint = await lab.start();
  return { lab, endpoint, credential: loginOf(endpoint) };
}

interface Call {
  readonly name: string;
  readonly config: string;
}

function callOf({ path, body }: Written): Call {
  if (path !== '/ubus') return { name: 'upload', config: '' };
  const { params } = JSON.parse(body) as {
    readonly params: readonly [string, string, string, Record<string, unknown>];
  };
  const [, object, method, given] = params;
  return { name: `${object}.${method}`, config: String(given?.['config'] ?? '') };
}

/** `uci.set network.<section>`, `uci.apply + uci.confirm`, `upload …; rpc-sys.upgrade_test`. */
function isCall(template: string, written: Written): boolean {
  const { name, config } = callOf(written);
  return template.split(/ \+ |; /).some((one) => {
    const [wanted = '', where = ''] = one.replace(/<ifname>/, 'phy0-ap0').split(' ');
    return wanted === name && (config === '' || where === '' || where.split('.')[0] === config);
  });
}

t.test('openwrt', (t) => {
  t.equal(Object.keys(samples).length, openWrtFeatures.length);
  return vendorContract(t, {
    vendor: 'openwrt',
    isApart: true,
    start,
    samples: () => samples,
    secrets: ['a long passphrase', 'another passphrase', 'Correct-Horse-7'],
    waiting: ({ lab }) => {
      const { saved, running } = lab.state() as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
      return Object.keys(saved ?? {}).filter((name) => !isDeepStrictEqual(running?.[name], saved?.[name]));
    },
    isCall,
    isBeside: (written) => callOf(written).name.startsWith('session.'),
    faults: [
      {
        feature: 'services.control',
        operation: 'update',
        payload: { name: 'dnsmasq', action: 'restart' },
        meets: { body: '"init"' },
        // The bridge judges the session before anything is done, so another sign-in asks again.
        ends: { unauthorized: 'succeeded' },
      },
    ],
  });
});
