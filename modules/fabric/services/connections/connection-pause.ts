import type { PauseKind } from '@patchbay/runs';
import { connectionPaused } from '../../events/fabric.ts';

export const connectionPause: PauseKind = {
  owners: 'connections',
  action: 'fabric.connections.pause',
  target_type: 'connection',
  publish: (work, { id: connection_id, ...paused }) =>
    work.events.publish(connectionPaused, { connection_id, ...paused }),
};
