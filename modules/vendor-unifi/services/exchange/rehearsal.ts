import type { Rehearsal, TransportAnswer, TransportRequest } from '@patchbay/vendor-kit';
import { LOGIN_PATHS } from './log-in.ts';

/** Id that no object of a console has. */
const NEW_ID = '00000000-0000-0000-0000-000000000000';

/** A login alters no configuration; every other request that is no GET may. */
const isRead = ({ method, url }: TransportRequest): boolean =>
  method === 'GET' || (method === 'POST' && LOGIN_PATHS.includes(new URL(url).pathname));

/** The classic interface answers a list in an envelope, the others the object itself. */
export const consoleRehearsal: Rehearsal = Object.freeze({
  isRead,
  answer({ url }: TransportRequest): TransportAnswer {
    const object = { id: NEW_ID, _id: NEW_ID };
    const isClassic = /\/api\/(s|cmd)\//.test(new URL(url).pathname);
    const body = isClassic ? { meta: { rc: 'ok' }, data: [object] } : object;
    return { status: 200, headers: {}, body: JSON.stringify(body) };
  },
});
