import type { Database, Unit, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import type { Authority } from '@patchbay/module-identity/contract';
import { invalidGrant } from '../../errors.ts';
import { grantPrincipal } from './grant-principal.ts';

/** A grant with its presented code or refresh token. */
export interface HeldGrant {
  readonly grant_id: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
}

/** Units in which an application acts by a grant: the user's authority is read anew, and guarded. */
export class GrantUnits extends Service<{
  database: Pick<Database, 'write'>;
  authority: Pick<Authority, 'now'>;
}> {
  /** Throws `oauth2.invalid_grant` when user, grant or application do not stand any more. */
  async write<T>(
    { user_id, grant_id, scopes }: HeldGrant,
    work: (unit: UnitOfWork) => Promise<T>,
  ): Promise<T> {
    try {
      const authority = await this.parts.authority.now(user_id);
      return await this.parts.database.write(
        grantPrincipal(authority, { grant_id, token_id: null, scopes }),
        work,
      );
    } catch (error) {
      const isRefusal =
        error instanceof PatchbayError && ['unauthenticated', 'forbidden'].includes(error.kind);
      throw isRefusal ? invalidGrant({ cause: error }) : error;
    }
  }
}

/** One at a time per grant: tokens handed out and tokens given back do not pass each other. */
export async function lockGrant({ sql: trx }: Unit, grant_id: string): Promise<void> {
  await trx.selectFrom('oauth2_grants').select('id').where('id', '=', grant_id).forNoKeyUpdate().execute();
}
