import { createHash } from 'node:crypto';

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text can be the SHA-256 of a verifier (RFC 7636 4.2). */
export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** The challenge of a verifier, or null for what is none (RFC 7636 4.1, 4.6). */
export const challengeOf = (verifier: string): string | null =>
  VERIFIER.test(verifier) ? createHash('sha256').update(verifier).digest('base64url') : null;
