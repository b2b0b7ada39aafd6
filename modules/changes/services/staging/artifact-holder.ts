import { sql } from '@patchbay/kernel/database';
import type { ArtifactHolder } from '@patchbay/kernel/fabric';

/** Changes hold the artifact that their payload names until they are applied or discarded. */
export const pendingArtifacts: ArtifactHolder = {
  async held(db, claims) {
    const organizations = [...new Set(claims.map(({ organization_id }) => organization_id))];
    const { rows } = await sql<{ token: string }>`
      select payload -> 'artifact' ->> 'token' as token from pending_changes
      where status = 'pending' and organization_id = any(${organizations}::uuid[])
        and payload -> 'artifact' ->> 'token' = any(${claims.map(({ token }) => token)}::text[])`.execute(db);
    return rows.map(({ token }) => token);
  },
};
