import { createHash } from 'node:crypto';

const PREFIX = 'svck_';
const SHAPE = /^svck_[A-Za-z0-9]{12}_[A-Za-z0-9_-]{43}$/;

/** A new key's text: a part to recognise it by, and 256 random bits. */
export interface KeySecret {
  readonly secret: string;
  readonly prefix: string;
}

export function newKeySecret(randomToken: (bytes: number) => string): KeySecret {
  const recognisable = randomToken(24)
    .replace(/[^A-Za-z0-9]/g, '')
    .padEnd(12, '0')
    .slice(0, 12);
  const prefix = `${PREFIX}${recognisable}`;
  return { prefix, secret: `${prefix}_${randomToken(32)}` };
}

export const isKeySecret = (text: string): boolean => SHAPE.test(text);

/** Its bits are random, so a plain hash keeps it. */
export const keyHash = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
