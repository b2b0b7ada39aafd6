import { type Database, exempt } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { SecretBox } from '@patchbay/kernel/secrets';
import { isOpaque, opaqueHash } from '../tokens/opaque-text.ts';
import type { ClientCredentials } from './client-credentials.ts';
import { clientRefused } from './client-credentials.ts';

const clientExemption = exempt('oauth2.client', 'a client names itself before any organization is known');

/** An application that showed who it is; a public one showed no more than its name. */
export interface Client {
  readonly application_id: string;
  readonly organization_id: string;
  readonly client_id: string;
  readonly confidential: boolean;
}

/** Stands in for the secret of a client that is unknown or has none, so that all take the same time. */
const NOBODYS = opaqueHash('');

/** Authenticates clients by their credentials; an application that is switched off is none. */
export class Clients extends Service<{
  database: Pick<Database, 'asSystem'>;
  secrets: Pick<SecretBox, 'equal'>;
}> {
  /**
   * Throws `oauth2.invalid_client`, the same for every reason: an unknown client, a wrong secret, a confidential
   * client without one, and a public client with one.
   */
  async authenticate(credentials: ClientCredentials | null): Promise<Client> {
    if (credentials === null || !this.#isPossible(credentials)) throw clientRefused();
    const { client_id, client_secret } = credentials;
    const row = await this.#find(client_id);
    const holds = this.parts.secrets.equal(opaqueHash(client_secret ?? ''), row?.secret_hash ?? NOBODYS);
    const proven =
      row !== undefined && (row.confidential ? client_secret !== null && holds : client_secret === null);
    if (!proven) throw clientRefused();
    const { id: application_id, organization_id, confidential } = row;
    return { application_id, organization_id, client_id, confidential };
  }

  #isPossible({ client_id, client_secret }: ClientCredentials): boolean {
    return (
      /^svca_[A-Za-z0-9_-]{22}$/.test(client_id) &&
      (client_secret === null || isOpaque('secret', client_secret))
    );
  }

  #find(client_id: string) {
    return this.parts.database.asSystem(clientExemption, (trx) =>
      trx
        .selectFrom('oauth2_applications as a')
        .innerJoin('organizations as o', 'o.id', 'a.organization_id')
        .select(['a.id', 'a.organization_id', 'a.secret_hash', 'a.confidential'])
        .where('a.client_id', '=', client_id)
        .where('a.deleted_at', 'is', null)
        .where('a.is_active', '=', true)
        .where('o.deleted_at', 'is', null)
        .where('o.is_active', '=', true)
        .executeTakeFirst(),
    );
  }
}
