import type { Outbound } from '@patchbay/kernel/outbound';
import { outboundSend, type Vendor } from '@patchbay/vendor-kit';
import { AriClient } from './services/ari-client.ts';
import { ExchangeSession } from './services/exchange-session.ts';

/** Telephone exchanges that run Asterisk, read over its REST interface. */
export function asteriskVendor(outbound: Pick<Outbound, 'send'>): Vendor {
  const send = outboundSend(outbound);
  return {
    id: 'asterisk',
    title: 'Asterisk',
    gateway: false,
    routing: { kind: 'controller_scoped', families: [] },
    areas: [],
    connect: (target) => new ExchangeSession({ client: new AriClient({ send, target }) }),
  };
}
