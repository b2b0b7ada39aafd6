import type { IncomingMessage } from 'node:http';
import { PatchbayError } from '../../../errors/index.ts';
import type { Contributions } from '../../../extension/index.ts';
import {
  ACCESS_COOKIE,
  type Authenticator,
  type Credential,
  type Principal,
} from '../../../permissions/index.ts';
import { cookieOf } from '../../http/index.ts';
import type { HeaderAuthentication, SocketAuthentication } from '../socket.ts';

/** Owner of a socket, with the authenticator to ask again. */
export interface Authenticated {
  readonly principal: Principal;
  readonly authenticator: Authenticator;
  /** Taken before authority was last read, so that a revocation in between is noticed. */
  readonly epoch: number;
}

const MAX_TOKEN_LENGTH = 8_192;

/** Credential in the upgrade request itself. */
export type UpgradeCredential =
  | { readonly found: 'credential'; readonly credential: Credential; readonly isFinal: boolean }
  | { readonly found: 'nothing' }
  | { readonly found: 'refused'; readonly reason: string };

/** Looks for a credential in the upgrade; API keys are not taken on this channel (SPEC 6.3.2). */
export function credentialOfUpgrade(request: IncomingMessage, kind: SocketAuthentication): UpgradeCredential {
  if (kind !== 'user') return headerCredential(request, kind);
  if (request.headers['x-api-key'] !== undefined)
    return { found: 'refused', reason: 'API keys are not supported here' };
  const url = request.url ?? '';
  const token = url.includes('?') ? new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('token') : null;
  if (token !== null)
    return { found: 'credential', credential: { kind: 'bearer', value: token }, isFinal: true };
  const cookie = cookieOf(request.headers.cookie, ACCESS_COOKIE);
  if (cookie !== undefined && cookie !== '')
    return { found: 'credential', credential: { kind: 'cookie', value: cookie }, isFinal: false };
  return { found: 'nothing' };
}

function headerCredential(
  { headers }: IncomingMessage,
  { scheme, ...names }: HeaderAuthentication,
): UpgradeCredential {
  const [id, value] = [headers[names.id.toLowerCase()], headers[names.key.toLowerCase()]];
  if (typeof id !== 'string' || typeof value !== 'string')
    return { found: 'refused', reason: `${names.id} and ${names.key} are required` };
  return { found: 'credential', credential: { kind: 'headers', scheme, id, value }, isFinal: true };
}

/** Asks the contributed authenticators; null for a credential that is no good. Other failures are thrown. */
export async function authenticateSocket(
  authenticators: Contributions<Authenticator>,
  credential: Credential,
): Promise<Authenticated | null> {
  if (credential.value === '' || credential.value.length > MAX_TOKEN_LENGTH) return null;
  try {
    for (const authenticator of authenticators.values) {
      const principal = await authenticator.authenticate(credential);
      if (principal === null) continue;
      if (principal.kind === 'api_key' || principal.kind === 'oauth2') return null;
      const epoch = authenticator.epochOf(principal);
      const current = await authenticator.revalidate(principal);
      return current && { principal: current, authenticator, epoch };
    }
    return null;
  } catch (error) {
    const isRefusal = error instanceof PatchbayError && ['unauthenticated', 'forbidden'].includes(error.kind);
    if (isRefusal) return null;
    throw error;
  }
}

/** The token of a first frame `{type: 'auth', token}`, else null. */
export function tokenOfFrame(frame: unknown): string | null {
  if (typeof frame !== 'object' || frame === null || !('type' in frame) || frame.type !== 'auth') return null;
  return 'token' in frame && typeof frame.token === 'string' ? frame.token : null;
}

export const isAuthFrame = (frame: unknown): boolean =>
  typeof frame === 'object' && frame !== null && 'type' in frame && frame.type === 'auth';
