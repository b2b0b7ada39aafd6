import { PatchbayError } from '../../errors/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { isAuthFrame } from './handshake/authentication.ts';
import type { Inbox } from './inbox.ts';
import type { OpenSocket } from './open-socket.ts';

const UNREADABLE = 'A frame is one JSON object as text.';

/** Hands a client's frames to its session, one at a time, until the client is gone. */
export async function runMessageLoop(inbox: Inbox, connection: OpenSocket, logger: Logger): Promise<void> {
  inbox.limit(() => connection.takeMessage());
  for (let count = 0; connection.isOpen; count += 1) {
    const arrived = await inbox.next();
    if (arrived === null) return;
    const { value } = arrived;
    if (count === 0 && isAuthFrame(value)) continue;
    if (typeof value === 'object' && value !== null) await hand(connection, value, logger);
    else connection.send({ type: 'error', message: UNREADABLE });
  }
}

async function hand(connection: OpenSocket, frame: object, logger: Logger): Promise<void> {
  try {
    await connection.trusted();
    if (connection.isOpen) await connection.session?.message(frame);
  } catch (error) {
    if (error instanceof PatchbayError && error.kind !== 'internal') {
      const { type } = error.declaration;
      connection.send({
        type: 'error',
        message: error.message,
        ...(type === undefined ? {} : { code: type }),
      });
      return;
    }
    logger.error('a socket frame failed', { socket: connection.mounted.socket.id, error });
    connection.send({ type: 'error', message: 'Internal server error.' });
  }
}
