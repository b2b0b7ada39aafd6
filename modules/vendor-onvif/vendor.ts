import type { Outbound } from '@patchbay/kernel/outbound';
import type { Clock } from '@patchbay/kernel/telemetry';
import { type ControllerTarget, outboundSend, type Send, type Vendor } from '@patchbay/vendor-kit';
import { CameraClient } from './services/camera-client.ts';
import { CameraSession } from './services/camera-session.ts';

/** Cameras that speak ONVIF, each of them a controller. */
export function onvifVendor(outbound: Pick<Outbound, 'send'>, clock: Pick<Clock, 'now'>): Vendor {
  const send = outboundSend(outbound);
  return {
    id: 'onvif',
    title: 'ONVIF camera',
    gateway: false,
    routing: { kind: 'controller_scoped', families: [] },
    areas: [],
    connect: (target) => connect(send, clock, target),
  };
}

export function connect(send: Send, clock: Pick<Clock, 'now'>, target: ControllerTarget): CameraSession {
  const { credential, url } = target;
  const login =
    credential === null ? null : { username: credential.username ?? '', password: credential.secret };
  const client = new CameraClient({ send, options: { target, login, now: () => clock.now() } });
  return new CameraSession({ client, host: URL.parse(url)?.hostname ?? url });
}
