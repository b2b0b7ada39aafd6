import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

interface Test {
  teardown(work: () => unknown): unknown;
}

export type Claims = Readonly<Record<string, unknown>>;

/** What comes back to the redirect address. */
export type ComeBack = Readonly<Record<string, string>>;

export const REDIRECT_URI = 'https://console.example.com/auth/sso/callback';
export const CLIENT = { client_id: 'patchbay', client_secret: 'a secret between two systems' };

const MAX_HOPS = 10;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const SIGNING_KEY = { ...privateKey.export({ format: 'jwk' }), kid: 'of-a-test', use: 'sig', alg: 'RS256' };

/** Listens on loopback until the test ends. */
export async function listen(t: Test, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A real OIDC provider in which everybody agrees to everything. */
export class OidcPeer {
  readonly issuer: string;
  readonly people: Map<string, Claims>;

  constructor(issuer: string, people: Map<string, Claims>) {
    this.issuer = issuer;
    this.people = people;
  }

  static async start(t: Test): Promise<OidcPeer> {
    const people = new Map<string, Claims>();
    let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
    const issuer = await listen(
      t,
      createServer((request, response) => handle(request, response)),
    );
    const provider = new Provider(issuer, configurationFor(people));
    const answer = provider.callback();
    handle = (request, response) => {
      if (request.url?.startsWith('/interaction/')) void agree(provider, request, response);
      else answer(request, response);
    };
    return new OidcPeer(issuer, people);
  }

  /** A browser at the provider, as this person, until it is sent back. */
  async signIn(authorization_url: string, login_hint: string): Promise<ComeBack> {
    const cookies = new Map<string, string>();
    let url = new URL(authorization_url);
    url.searchParams.set('login_hint', login_hint);
    for (let hop = 0; hop < MAX_HOPS; hop += 1) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
      await response.arrayBuffer();
      for (const set of response.headers.getSetCookie()) {
        const [pair = ''] = set.split(';', 1);
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`the provider answered ${response.status} at ${url.pathname}`);
      url = new URL(location, url);
      if (!url.href.startsWith(this.issuer)) return Object.fromEntries(url.searchParams);
    }
    throw new Error('the provider sent the browser around in circles');
  }
}

const configurationFor = (people: ReadonlyMap<string, Claims>): object => ({
  clients: [
    { ...CLIENT, redirect_uris: [REDIRECT_URI] },
    { client_id: 'another', client_secret: 'another secret', redirect_uris: [REDIRECT_URI] },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'preferred_username'],
    groups: ['groups'],
  },
  cookies: { keys: ['of a test'] },
  jwks: { keys: [SIGNING_KEY] },
  ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
  features: { devInteractions: { enabled: false } },
  findAccount: (_context: unknown, accountId: string) => ({
    accountId,
    claims: () => ({ sub: accountId, ...people.get(accountId) }),
  }),
});

async function agree(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const accountId = String(params['login_hint']);
  const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  const result = { login: { accountId }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
