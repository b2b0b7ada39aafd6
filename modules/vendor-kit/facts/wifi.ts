import type { ObjectsByFeature } from './vendor-value.ts';

/** A wireless network as any vendor means it. */
export interface FoundWifi {
  /** Its name in the air. */
  readonly ssid: string;
  readonly enabled: boolean;
  /** As the vendor spells it (`wpa2-psk`, `psk2+ccmp`); null where the device does not say. */
  readonly security: string | null;
  /** Feature that writes it, without the vendor's prefix. */
  readonly feature: string;
  readonly target_id: string;
}

/** Reads wireless networks from a vendor's objects. One name may stand in several objects, one per radio. */
export interface WifiReading {
  /** Features whose objects it reads. */
  readonly features: readonly string[];
  read(objects: ObjectsByFeature): readonly FoundWifi[];
}
