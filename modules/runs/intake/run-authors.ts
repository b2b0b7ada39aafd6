import type { Principal } from '@patchbay/kernel/permissions';

/** Authors as principals, read at the moment of effect. */
export interface RunAuthors {
  /** Null: may not act any more. */
  now(author_id: string, organization_id: string): Promise<Principal | null>;
}
