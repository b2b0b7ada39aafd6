import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { PluginPackageError } from '../package-error.ts';
import { SIGNATURE_FILE, signedStatement } from './digest.ts';

const ED25519_SIGNATURE_BYTES = 64;
const MAX_KEYS = 16;

/** A new Ed25519 pair as PEM. */
export function createSigningKeys(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}

/** The signature file for a package's files. Throws `signature_invalid` when the key is no Ed25519 key. */
export function signFiles(files: ReadonlyMap<string, Buffer>, privateKeyPem: string): Buffer {
  const key = readKey(privateKeyPem, createPrivateKey);
  return Buffer.from(`${sign(null, signedStatement(files), key).toString('base64')}\n`);
}

/**
 * The pinned key that signed the package, by its index, or -1. The package names neither key nor
 * algorithm: Ed25519 is tried with each pinned key, at most 16.
 */
export function findSigner(files: ReadonlyMap<string, Buffer>, pinnedPublicKeys: readonly string[]): number {
  const signature = Buffer.from(files.get(SIGNATURE_FILE)?.toString('latin1').trim() ?? '', 'base64');
  if (signature.length !== ED25519_SIGNATURE_BYTES) return -1;
  const statement = signedStatement(files);
  return pinnedPublicKeys
    .slice(0, MAX_KEYS)
    .findIndex((pem) => verify(null, statement, readKey(pem, createPublicKey), signature));
}

function readKey(pem: string, read: (pem: string) => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read(pem);
  } catch {
    throw new PluginPackageError('signature_invalid', 'The key is not readable');
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new PluginPackageError('signature_invalid', 'The key is no Ed25519 key');
  return key;
}
