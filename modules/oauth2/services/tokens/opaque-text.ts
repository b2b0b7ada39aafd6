import { createHash } from 'node:crypto';

/** Kinds of opaque text; each begins with a word of its own, so that none is taken for another (RULES R11). */
const PREFIXES = {
  access: 'svco_',
  refresh: 'svcg_',
  code: 'svcc_',
  secret: 'svcs_',
  client: 'svca_',
} as const;
export type OpaqueKind = keyof typeof PREFIXES;

const SECRET_BYTES = 32;
const CLIENT_ID_BYTES = 16;
/** Base64url of 32 random bytes. */
const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** A new text of a kind: 256 random bits, for a client's id 128. */
export function newOpaque(kind: OpaqueKind, randomToken: (bytes: number) => string): string {
  return `${PREFIXES[kind]}${randomToken(kind === 'client' ? CLIENT_ID_BYTES : SECRET_BYTES)}`;
}

/** Whether a text can be of a kind at all. */
export const isOpaque = (kind: OpaqueKind, text: string): boolean =>
  text.startsWith(PREFIXES[kind]) && SHAPE.test(text.slice(PREFIXES[kind].length));

/** Its bits are random, so a plain hash keeps it. */
export const opaqueHash = (text: string): string => createHash('sha256').update(text).digest('base64url');
