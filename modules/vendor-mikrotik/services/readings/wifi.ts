import { objectsOf, textIn, type WifiReading } from '@patchbay/vendor-kit';

const FEATURE = 'interfaces.wifi';

/** Interfaces of the wifi package with a name in the air; those that take theirs from a profile have none here. */
export const routerWifi: WifiReading = {
  features: [FEATURE],
  read: (objects) =>
    objectsOf(objects, FEATURE)
      .filter((row) => textIn(row, 'configuration.ssid') !== '')
      .map((row) => ({
        feature: FEATURE,
        target_id: textIn(row, '.id'),
        ssid: textIn(row, 'configuration.ssid'),
        security: textIn(row, 'security.authentication-types') || null,
        enabled: textIn(row, 'disabled') !== 'true',
      })),
};
