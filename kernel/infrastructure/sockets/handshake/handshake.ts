import type { IncomingMessage } from 'node:http';
import type { Contributions } from '../../../extension/index.ts';
import type { Authenticator } from '../../../permissions/index.ts';
import type { Inbox } from '../inbox.ts';
import type { SocketAuthentication } from '../socket.ts';
import {
  type Authenticated,
  authenticateSocket,
  credentialOfUpgrade,
  tokenOfFrame,
} from './authentication.ts';

/** Why a client was not let in; becomes the reason of the close frame. */
export interface NotAuthenticated {
  readonly refused: string;
}

export interface Handshake {
  readonly request: IncomingMessage;
  readonly inbox: Inbox;
  readonly kind: SocketAuthentication;
  readonly authenticators: Contributions<Authenticator>;
  /** Time limit of the first frame. */
  readonly withinMs: number;
}

const FAILED: NotAuthenticated = { refused: 'authentication failed' };

/**
 * Finds out who a client is: from the upgrade, or from its first frame. A cookie that is no good leaves
 * the first frame as second chance, since browsers send cookies unasked.
 */
export async function authenticateClient(handshake: Handshake): Promise<Authenticated | NotAuthenticated> {
  const { request, inbox, kind, authenticators, withinMs } = handshake;
  const sent = credentialOfUpgrade(request, kind);
  if (sent.found === 'refused') return { refused: sent.reason };
  if (sent.found === 'credential') {
    const known = await authenticateSocket(authenticators, sent.credential);
    if (known !== null || sent.isFinal) return known ?? FAILED;
  }
  const first = await inbox.next(withinMs);
  if (first === null) return { refused: 'not authenticated in time' };
  const token = tokenOfFrame(first.value);
  if (token === null) return { refused: 'the first frame must be auth' };
  return (await authenticateSocket(authenticators, { kind: 'bearer', value: token })) ?? FAILED;
}
