import t from 'tap';
import { stagedFeatures } from '../services/writes/staged-features.ts';
import { features, known } from './lab-console.ts';

const staged = new Map(stagedFeatures(features, known).map((feature) => [feature.key, feature]));
const featureOf = (key: string) => {
  const feature = staged.get(key);
  if (!feature) throw new Error(`no feature ${key}`);
  return feature;
};

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
      'raw.setting',
      'bulk.device_restart',
      'system.device',
      'system.site',
      'system.console_reboot',
    ],
  );
});
