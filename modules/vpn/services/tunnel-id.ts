import { createHash } from 'node:crypto';

/**
 * A tunnel is known by where it stands and what its device calls it. The id is made from that (RFC 9562, version 8), so
 * that it stays the same from sync to sync and says nothing of another organization.
 */
export function tunnelId(controller_id: string, feature: string, target_id: string): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([controller_id, feature, target_id]))
    .digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = bytes.toString('hex', 0, 16);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}
