import { etagOf } from '../../database/index.ts';

/** The tag of a reply that carries `updated_at`, else undefined. */
export function tagOfReply(reply: unknown): string | undefined {
  if (typeof reply !== 'object' || reply === null || !('updated_at' in reply)) return undefined;
  return typeof reply.updated_at === 'string' ? etagOf(reply.updated_at) : undefined;
}
