/** argon2id parameters as they stand in a PHC string. */
export interface Argon2Hash {
  readonly memoryKiB: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const toText = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

export const formatPhc = ({ memoryKiB, passes, parallelism, salt, hash }: Argon2Hash): string =>
  `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${toText(salt)}$${toText(hash)}`;

const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/;

/** Null for anything but argon2id v1.3 with parameters this platform would ever choose. */
export function parsePhc(text: string): Argon2Hash | null {
  const [, m, t, p, salt, hash] = (text.length <= 512 && PHC.exec(text)) || [];
  if (m === undefined || t === undefined || p === undefined || salt === undefined || hash === undefined)
    return null;
  const parsed = { memoryKiB: Number(m), passes: Number(t), parallelism: Number(p) };
  const sane =
    parsed.memoryKiB >= 8 && parsed.memoryKiB <= 262_144 && parsed.passes >= 1 && parsed.passes <= 10;
  if (!sane || parsed.parallelism < 1 || parsed.parallelism > 4) return null;
  return { ...parsed, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') };
}
