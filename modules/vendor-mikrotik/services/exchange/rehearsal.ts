import type { Rehearsal, TransportAnswer, TransportRequest } from '@patchbay/vendor-kit';

/** Id that no object of a router has. */
const NEW_ID = '*FFFFFFFF';

const answered = (status: number, body: string): TransportAnswer => ({ status, headers: {}, body });

/** Printing with a stack query is a POST; every other POST is a command of the console. */
const isPrint = ({ method, url }: TransportRequest): boolean =>
  method === 'GET' || (method === 'POST' && new URL(url).pathname.endsWith('/print'));

/** The router answers an object that it made or changed, nothing for one that it removed, and rows for commands. */
export const routerRehearsal: Rehearsal = Object.freeze({
  isRead: isPrint,
  answer({ method }: TransportRequest): TransportAnswer {
    if (method === 'DELETE') return answered(204, '');
    return answered(200, method === 'POST' ? '[]' : JSON.stringify({ '.id': NEW_ID }));
  },
});
