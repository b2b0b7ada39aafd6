import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import { CLIENT, type Claims, listen } from './oidc-peer.ts';

interface Test {
  teardown(work: () => unknown): unknown;
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
const own = pair();
const foreign = pair();
const KID = 'crooked';

export const SIGNERS = {
  honest: (input: string) => rsa(own.privateKey, input),
  'with another key': (input: string) => rsa(foreign.privateKey, input),
  'not at all': () => '',
  'with the public key as a secret': (input: string) => hmac(publicPem, input),
  'with the client secret': (input: string) => hmac(CLIENT.client_secret, input),
} as const;

const ALGORITHMS: Readonly<Record<keyof typeof SIGNERS, string>> = {
  honest: 'RS256',
  'with another key': 'RS256',
  'not at all': 'none',
  'with the public key as a secret': 'HS256',
  'with the client secret': 'HS256',
};

const publicPem = own.publicKey.export({ type: 'spki', format: 'pem' });
const rsa = (key: KeyObject, input: string): string =>
  sign('sha256', Buffer.from(input), key).toString('base64url');
const hmac = (key: string | Buffer, input: string): string =>
  createHmac('sha256', key).update(input).digest('base64url');

/** What a crooked provider does the next time it is asked. */
export interface Crooked {
  claims: Claims;
  signer: keyof typeof SIGNERS;
  /** What it says of itself, over the honest answer. */
  metadata: Claims;
  userinfo: Claims;
  token: (honest: object) => { readonly status?: number; readonly body: string };
}

/** An OIDC provider that lies as it is told to. */
export class CrookedProvider {
  readonly issuer: string;
  readonly asked: string[] = [];
  next: Crooked;

  private constructor(issuer: string) {
    this.issuer = issuer;
    this.next = this.honest;
  }

  static async start(t: Test): Promise<CrookedProvider> {
    let crooked: CrookedProvider | undefined;
    const server = createServer((request, response) => {
      request.resume();
      const { status, body, location } = crooked?.answer(request.url ?? '') ?? { status: 500, body: '' };
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(location === undefined ? {} : { location }),
      });
      response.end(body);
    });
    crooked = new CrookedProvider(await listen(t, server));
    return crooked;
  }

  get honest(): Crooked {
    return {
      claims: {},
      signer: 'honest',
      metadata: {},
      userinfo: {},
      token: (honest) => ({ body: JSON.stringify(honest) }),
    };
  }

  answer(path: string): { readonly status: number; readonly body: string; readonly location?: string } {
    this.asked.push(path);
    if (path === '/.well-known/openid-configuration') return ok({ ...this.#metadata, ...this.next.metadata });
    if (path === '/jwks') return ok({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: KID }] });
    if (path === '/userinfo') return ok(this.next.userinfo);
    if (path === '/moved') return { status: 302, body: '', location: `${this.issuer}/token` };
    const id_token = this.#idToken();
    const { status = 200, body } = this.next.token({ access_token: 'at', token_type: 'Bearer', id_token });
    return { status, body };
  }

  get #metadata(): Claims {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/jwks`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    };
  }

  #idToken(): string {
    const { claims, signer } = this.next;
    const now = Math.floor(Date.now() / 1_000);
    const header = { alg: ALGORITHMS[signer], kid: KID };
    const payload = { iss: this.issuer, aud: CLIENT.client_id, iat: now, exp: now + 300, ...claims };
    const input = [header, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${input}.${SIGNERS[signer](input)}`;
  }
}

const ok = (body: object) => ({ status: 200, body: JSON.stringify(body) });
