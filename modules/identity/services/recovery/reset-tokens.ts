import { createHmac } from 'node:crypto';
import type { SecretBox } from '@patchbay/kernel/secrets';

const FORM =
  /^(?<id>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.(?<mac>[A-Za-z0-9_-]{43})$/;

/**
 * What a reset mail carries: the id of the request and a MAC over it. It is made anew whenever it is needed, so
 * that neither a row nor a job holds what lets somebody in.
 */
export class ResetTokens {
  readonly #keys: readonly Buffer[];
  readonly #secrets: Pick<SecretBox, 'equal'>;

  constructor(secrets: Pick<SecretBox, 'equal' | 'deriveKeys'>) {
    this.#secrets = secrets;
    this.#keys = secrets.deriveKeys('password-reset').map(({ key }) => key);
  }

  of(reset_id: string): string {
    const [current] = this.#keys;
    if (current === undefined) throw new Error('there is no key for reset tokens');
    return `${reset_id}.${macOf(reset_id, current)}`;
  }

  /** The request a token stands for; undefined for anything this platform did not make. */
  idOf(token: string): string | undefined {
    const { id, mac } = FORM.exec(token)?.groups ?? {};
    if (id === undefined || mac === undefined) return undefined;
    return this.#keys.some((key) => this.#secrets.equal(mac, macOf(id, key))) ? id : undefined;
  }
}

const macOf = (reset_id: string, key: Buffer): string =>
  createHmac('sha256', key).update(reset_id).digest('base64url');
