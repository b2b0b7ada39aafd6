import type { ContributionProps } from '@patchbay/console-kit';
import { TunnelList } from './tunnel-list.tsx';

/** Tunnels that end at one controller. */
export default function ControllerTunnels({ controller_id }: ContributionProps['controller.tab']) {
  return <TunnelList controller_id={controller_id} />;
}
