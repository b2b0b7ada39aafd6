import { provideValue } from '@patchbay/kernel/di';
import { OUTBOUND, type Outbound, OutboundFailure } from '@patchbay/kernel/outbound';

const refused = (): Promise<never> => Promise.reject(new OutboundFailure('ECONNREFUSED', { sent: false }));

const closed: Outbound = { send: refused, openSocket: refused, protect: () => {}, dispose: () => {} };

/** Nobody answers: sweeps make up addresses, and none of them may be waited for. */
export const closedOutbound = provideValue(OUTBOUND, closed);
