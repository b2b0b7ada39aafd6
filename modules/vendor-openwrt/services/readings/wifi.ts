import { isOn, objectsOf, textIn, type WifiReading } from '@patchbay/vendor-kit';

const FEATURE = 'wireless.iface';

/** Sections that open an access point; those that join another network are none. */
export const uciWifi: WifiReading = {
  features: [FEATURE],
  read: (objects) =>
    objectsOf(objects, FEATURE)
      .filter((section) => textIn(section, 'mode') === 'ap' && textIn(section, 'ssid') !== '')
      .map((section) => ({
        feature: FEATURE,
        target_id: textIn(section, '.id'),
        ssid: textIn(section, 'ssid'),
        security: textIn(section, 'encryption') || null,
        enabled: !isOn(section, 'disabled'),
      })),
};
