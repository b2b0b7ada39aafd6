import {
  AdapterError,
  notSent,
  type Send,
  type TransportAnswer,
  type TransportRequest,
  transportFailure,
} from '@patchbay/vendor-kit';
import { answerFailure } from './failures.ts';
import type { CookieSession, Flavour, SignIn } from './sign-ins.ts';

export interface PasswordSignIn {
  readonly origin: string;
  readonly username: string;
  readonly password: string;
  readonly request: Pick<TransportRequest, 'timeoutMs' | 'tls' | 'maxBytes'>;
}

const SELF_HOSTED_PORT = '8443';
const paths: Readonly<Record<Flavour, string>> = { console: '/api/auth/login', self_hosted: '/api/login' };

/** Where a login is sent. */
export const LOGIN_PATHS: readonly string[] = Object.values(paths);

/** Flavour by the address alone; a password login finds out better. */
export const flavourOf = (origin: string): Flavour =>
  URL.parse(origin)?.port === SELF_HOSTED_PORT ? 'self_hosted' : 'console';

/**
 * One login with a password. The console's path is tried first, and the self-hosted one where that is unknown.
 * After a failure here, the call it was made for has not been sent.
 */
export async function logIn(send: Send, given: PasswordSignIn, signIn: SignIn): Promise<CookieSession> {
  const first = signIn.flavour ?? flavourOf(given.origin);
  let flavour = first;
  let answer = await attempt(send, given, first);
  if (answer.status === 404 && signIn.flavour === undefined) {
    flavour = first === 'console' ? 'self_hosted' : 'console';
    answer = await attempt(send, given, flavour);
  }
  if (answer.status !== 200) throw loginFailure(answer);
  const session = sessionOf(flavour, answer);
  signIn.flavour = flavour;
  return session;
}

async function attempt(send: Send, given: PasswordSignIn, flavour: Flavour): Promise<TransportAnswer> {
  const { origin, username, password, request } = given;
  try {
    return await send({
      ...request,
      url: `${origin}${paths[flavour]}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
      },
      body: JSON.stringify({ username, password, rememberMe: false }),
    });
  } catch (error) {
    throw beforeSending(transportFailure(error, 'console'));
  }
}

function sessionOf(flavour: Flavour, answer: TransportAnswer): CookieSession {
  const cookies = (answer.cookies ?? []).map((cookie) => cookie.split(';')[0]?.trim() ?? '').filter(Boolean);
  if (cookies.length === 0)
    throw notSent('The console opened no session for this login.', 'adapter_authentication_error');
  const own = cookies.find((cookie) => cookie.startsWith('csrf_token='))?.slice('csrf_token='.length);
  const told = answer.headers['x-updated-csrf-token'] ?? answer.headers['x-csrf-token'];
  return { cookie: cookies.join('; '), csrf: (flavour === 'console' ? told : own) ?? told ?? own ?? null };
}

/** 401, 403 and the console's own 499 (a second factor is asked for) all mean: not with this login. */
function loginFailure(answer: TransportAnswer): AdapterError {
  const refused = beforeSending(answerFailure(answer));
  const told = refused.type === 'adapter_rate_limit' || answer.status >= 500;
  if (told) return refused;
  return notSent('The console refused the login.', 'adapter_authentication_error');
}

const beforeSending = ({ type, message, cause, retry_after_seconds }: AdapterError): AdapterError =>
  new AdapterError(type, 'not_sent', message, cause, retry_after_seconds);
