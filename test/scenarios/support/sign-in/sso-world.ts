import { ManualClock } from '@patchbay/kernel/telemetry';
import { type Answer, bootPlatform, type Harness, type Person } from '../../../harness/index.ts';
import { CLIENT, type Claims, type ComeBack, OidcPeer, REDIRECT_URI } from './oidc-peer.ts';
import { addProvider, audited, authorize, type Created, callback } from './sso.ts';

export const OTHER_REDIRECT_URI = 'https://other.example.com/back';

/** Tokens live a day here, since tests move the clock under the administrators. */
export const SSO_ENVIRONMENT = {
  PATCHBAY_MODULES: 'identity,api-keys,organizations,sso,system,audit',
  SSO_ALLOWED_HOSTS: '127.0.0.1',
  SSO_REDIRECT_URLS: `${REDIRECT_URI}, ${OTHER_REDIRECT_URI}`,
  ACCESS_TOKEN_EXPIRE_MINUTES: '1440',
};

/** A platform, a real OIDC provider beside it, and an administrator who knows of both. */
export class SsoWorld {
  readonly harness: Harness;
  readonly clock: ManualClock;
  readonly peer: OidcPeer;
  readonly owner: Person;
  readonly admin: Person;
  #made = 0;

  constructor(harness: Harness, clock: ManualClock, peer: OidcPeer, owner: Person, admin: Person) {
    this.harness = harness;
    this.clock = clock;
    this.peer = peer;
    this.owner = owner;
    this.admin = admin;
  }

  static async start(t: Parameters<typeof bootPlatform>[0]): Promise<SsoWorld> {
    const clock = new ManualClock(new Date());
    const harness = await bootPlatform(t, { environment: SSO_ENVIRONMENT, work: false, clock });
    const peer = await OidcPeer.start(t);
    return new SsoWorld(harness, clock, peer, await harness.owner(), await harness.person('org_admin'));
  }

  /** A provider that knows the peer; viewers by default, operators and site administrators by group. */
  provider(more: object = {}, as: Person = this.admin): Promise<Created> {
    this.#made += 1;
    return addProvider(this.harness, as, {
      name: `Company ${this.#made}`,
      kind: 'oidc',
      config: { issuer: this.peer.issuer, ...CLIENT, scopes: ['profile', 'email', 'groups'] },
      role_ceiling: 'site_admin',
      default_role: 'viewer',
      role_mapping: [
        { claim_value: 'network', role: 'operator' },
        { claim_value: 'sites', role: 'site_admin' },
      ],
      ...more,
    });
  }

  change(provider: Created, body: object, as: Person = this.admin): Promise<Answer> {
    return this.harness.call('PATCH', `/auth/sso/providers/${provider.id}`, { as, body });
  }

  /** A user of the peer, with an e-mail address that it verified. */
  person(sub: string, more: Claims = {}): string {
    const email = `${sub}@corp.example.com`;
    this.peer.people.set(sub, {
      email,
      email_verified: true,
      preferred_username: sub,
      name: 'Some One',
      ...more,
    });
    return sub;
  }

  /** A login as far as the browser's way back. */
  async begin({ id }: Pick<Created, 'id'>, sub: string, more: object = {}): Promise<ComeBack> {
    const answer = await authorize(this.harness, { provider_id: id, ...more });
    if (answer.status !== 200) throw new Error(`authorize answered ${answer.status}: ${answer.text}`);
    return this.peer.signIn(answer.body.authorization_url, sub);
  }

  async signIn(provider: Pick<Created, 'id'>, sub: string): Promise<Answer> {
    return callback(this.harness, await this.begin(provider, sub));
  }

  /** Status of an answer, and the latest reason for a refusal in the record. */
  async refusal({ status }: Answer): Promise<readonly [number, unknown]> {
    const [latest] = await audited(this.harness, this.owner, 'sso.sign_in_refused');
    return [status, latest?.detail['reason']];
  }
}
