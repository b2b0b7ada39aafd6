import type { ContributionProps } from '@patchbay/console-kit';
import { DeviceList } from './device-list.tsx';

/** Devices of one site. */
export default function SiteDevices({ site_id }: ContributionProps['site.tab']) {
  return <DeviceList of={{ site_id }} prefix="devices_" />;
}
