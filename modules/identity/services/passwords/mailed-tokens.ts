import { createHmac } from 'node:crypto';
import type { SecretBox } from '@patchbay/kernel/secrets';

const FORM =
  /^(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(?<mac>[A-Za-z0-9_-]{43})$/;

/**
 * Tokens that go by mail: the id of a request and a MAC over it, under a key of its purpose. They are made anew
 * whenever they are needed, so that neither a row nor a job holds a credential.
 */
export class MailedTokens {
  readonly #keys: readonly Buffer[];
  readonly #secrets: Pick<SecretBox, 'equal'>;

  constructor(secrets: Pick<SecretBox, 'equal' | 'deriveKeys'>, purpose: 'password-reset' | 'email-change') {
    this.#secrets = secrets;
    this.#keys = secrets.deriveKeys(purpose).map(({ key }) => key);
  }

  of(request_id: string): string {
    const [current] = this.#keys;
    if (current === undefined) throw new Error('there is no key for tokens that go by mail');
    return `${request_id}.${macOf(request_id, current)}`;
  }

  /** The request a token stands for; undefined for anything this platform did not make. */
  idOf(token: string): string | undefined {
    const { id, mac } = FORM.exec(token)?.groups ?? {};
    if (id === undefined || mac === undefined) return undefined;
    return this.#keys.some((key) => this.#secrets.equal(mac, macOf(id, key))) ? id : undefined;
  }
}

const macOf = (request_id: string, key: Buffer): string =>
  createHmac('sha256', key).update(request_id).digest('base64url');
