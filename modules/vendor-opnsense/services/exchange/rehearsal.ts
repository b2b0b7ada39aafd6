import type { Rehearsal, TransportAnswer, TransportRequest } from '@patchbay/vendor-kit';

/** Id that no object of a firewall has. */
const NEW_ID = '00000000-0000-0000-0000-000000000000';

/** The command of `/api/<module>/<controller>/<command>`. */
const commandOf = ({ url }: TransportRequest): string => new URL(url).pathname.split('/')[4] ?? '';

/** Grids are read by POST, with their page in the body. */
const isRead = (request: TransportRequest): boolean =>
  request.method === 'GET' || /^(search|query)/.test(commandOf(request));

/** Every command of the firewall that works answers one of these words. */
export const firewallRehearsal: Rehearsal = Object.freeze({
  isRead,
  answer(request: TransportRequest): TransportAnswer {
    const body = /^del/.test(commandOf(request))
      ? { result: 'deleted' }
      : { result: 'saved', status: 'ok', uuid: NEW_ID };
    return { status: 200, headers: {}, body: JSON.stringify(body) };
  },
});
