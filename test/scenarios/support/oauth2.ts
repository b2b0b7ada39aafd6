import { createHash, randomBytes } from 'node:crypto';
import type { Answer, CallOptions, Harness, Person } from '../../harness/index.ts';

export const OAUTH2_MODULES = 'identity,api-keys,organizations,system,audit,notifications,realtime,oauth2';
export const CALLBACK = 'https://app.example.com/callback';

/** An application as it was registered. */
export interface Registered {
  readonly id: string;
  readonly client_id: string;
  readonly client_secret?: string;
  readonly [field: string]: unknown;
}

export const SCOPES = ['site:read', 'site:write', 'user:read'];

export async function register(harness: Harness, as: Person, over: object = {}): Promise<Registered> {
  const body = { name: 'Reporter', redirect_uris: [CALLBACK], scopes: SCOPES, confidential: true, ...over };
  const answer = await harness.call('POST', '/oauth2/applications', { as, body });
  if (answer.status !== 201) throw new Error(`registering answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/** A verifier with its challenge. */
export function proof(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export const requestOf = (app: Registered, challenge: string, over: object = {}) => ({
  response_type: 'code',
  client_id: app.client_id,
  redirect_uri: CALLBACK,
  scope: 'site:read',
  state: 'the state',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...over,
});

export const decide = (
  harness: Harness,
  as: Person,
  request: object,
  decision = 'approve',
): Promise<Answer> => harness.call('POST', '/oauth2/authorize', { as, body: { ...request, decision } });

/** The parameters an answer sends the user to the application with. */
export const sentBack = ({ body }: Answer): URLSearchParams => new URL(body.redirect_to).searchParams;

export const form = (
  harness: Harness,
  path: string,
  fields: Record<string, string> | string,
  options: CallOptions = {},
): Promise<Answer> =>
  harness.call('POST', path, {
    ...options,
    raw: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...options.headers },
  });

export const secretOf = (app: Registered): Record<string, string> => ({
  client_id: app.client_id,
  ...(app.client_secret === undefined ? {} : { client_secret: app.client_secret }),
});

/** A code with everything that redeems it. */
export async function codeFor(
  harness: Harness,
  as: Person,
  app: Registered,
  over: object = {},
): Promise<Record<string, string>> {
  const { verifier, challenge } = proof();
  const answer = await decide(harness, as, requestOf(app, challenge, over));
  const code = answer.status === 200 ? sentBack(answer).get('code') : null;
  if (code === null) throw new Error(`consenting answered ${answer.status}: ${answer.text}`);
  return {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: verifier,
    ...secretOf(app),
  };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** Tokens as an application gets them once its user has agreed. */
export async function tokensFor(
  harness: Harness,
  as: Person,
  app: Registered,
  over: object = {},
): Promise<Tokens> {
  const answer = await form(harness, '/oauth2/token', await codeFor(harness, as, app, over));
  if (answer.status !== 200) throw new Error(`redeeming answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const renewal = (app: Registered, refresh_token: string): Record<string, string> => ({
  grant_type: 'refresh_token',
  refresh_token,
  ...secretOf(app),
});
