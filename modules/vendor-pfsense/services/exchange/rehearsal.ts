import type { Rehearsal, TransportAnswer, TransportRequest } from '@patchbay/vendor-kit';
import { TOKEN_PATH } from './api-client.ts';

/** Fetching a token alters no configuration. */
const isRead = ({ method, url }: TransportRequest): boolean =>
  method === 'GET' || (method === 'POST' && new URL(url).pathname === TOKEN_PATH);

/** The REST package answers what it wrote in an envelope; an empty object tells nothing of it. */
export const firewallRehearsal: Rehearsal = Object.freeze({
  isRead,
  answer: (): TransportAnswer => ({
    status: 200,
    headers: {},
    body: JSON.stringify({ code: 200, status: 'ok', data: {} }),
  }),
});
