import { isRecord } from '@patchbay/kernel/schema';
import {
  type FoundWifi,
  isOn,
  type ObjectsByFeature,
  objectsOf,
  textIn,
  type VendorValue,
  type WifiReading,
} from '@patchbay/vendor-kit';

const BROADCAST = 'wifi.broadcast';
const CLASSIC = 'wifi.wlan';

/** Both interfaces show the same networks; the classic one is read where the other shows none. */
export const consoleWifi: WifiReading = {
  features: [BROADCAST, CLASSIC],
  read: (objects) => {
    const broadcasts = objectsOf(objects, BROADCAST);
    return broadcasts.length > 0 ? broadcasts.map(ofBroadcast) : classicOf(objects);
  },
};

function ofBroadcast(value: VendorValue): FoundWifi {
  const security = value['securityConfiguration'];
  return {
    feature: BROADCAST,
    target_id: textIn(value, 'id'),
    ssid: textIn(value, 'name'),
    security: isRecord(security) ? textIn(security, 'type') || null : null,
    enabled: isOn(value, 'enabled', true),
  };
}

const classicOf = (objects: ObjectsByFeature): readonly FoundWifi[] =>
  objectsOf(objects, CLASSIC).map((value) => ({
    feature: CLASSIC,
    target_id: textIn(value, '_id'),
    ssid: textIn(value, 'name'),
    security: textIn(value, 'security') || null,
    enabled: isOn(value, 'enabled', true),
  }));
