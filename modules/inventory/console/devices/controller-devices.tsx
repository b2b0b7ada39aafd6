import type { ContributionProps } from '@patchbay/console-kit';
import { DeviceList } from './device-list.tsx';

/** Devices behind one controller. */
export default function ControllerDevices({ controller_id }: ContributionProps['controller.tab']) {
  return <DeviceList of={{ controller_id }} prefix="devices_" />;
}
