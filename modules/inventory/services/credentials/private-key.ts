import { createPrivateKey } from 'node:crypto';
import type { ErrorDetail } from '@patchbay/kernel/errors';

const OPENSSH = 'OPENSSH PRIVATE KEY';
const MAGIC = 'openssh-key-v1\0';

const unreadable = (message: string): ErrorDetail => ({ field: 'private_key', message, type: 'format' });

/**
 * Why a text is no private key that SSH could use, or null. An encrypted key is not opened here: its author says how
 * long that takes. It needs a passphrase beside it.
 */
export function privateKeyFault(text: string, passphrase: string | null): ErrorDetail | null {
  const block = blockOf(text);
  if (block === null) return unreadable('must be one private key in PEM or OpenSSH form');
  const isEncrypted =
    block.label === OPENSSH ? opensshCipher(block.bytes) : isEncryptedPem(text, block.label);
  if (isEncrypted === null) return unreadable('is no OpenSSH private key');
  if (isEncrypted)
    return passphrase === null
      ? { field: 'passphrase', message: 'is required, since the private key is encrypted', type: 'required' }
      : null;
  return block.label === OPENSSH || isParsed(text) ? null : unreadable('is no private key');
}

interface Block {
  readonly label: string;
  readonly bytes: Buffer;
}

function blockOf(text: string): Block | null {
  const lines = text.trim().split(/\r?\n/);
  const [first = '', last = ''] = [lines[0]?.trim(), lines.at(-1)?.trim()];
  const label = first.slice('-----BEGIN '.length, -'-----'.length);
  const isFramed =
    first === `-----BEGIN ${label}-----` &&
    last === `-----END ${label}-----` &&
    label.endsWith('PRIVATE KEY');
  return isFramed ? { label, bytes: Buffer.from(lines.slice(1, -1).join(''), 'base64') } : null;
}

/** Whether its cipher is another than `none`; null for bytes that are no such key. */
function opensshCipher(bytes: Buffer): boolean | null {
  if (!bytes.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC, 'latin1'))) return null;
  const at = MAGIC.length + 4;
  if (bytes.length < at) return null;
  const length = bytes.readUInt32BE(MAGIC.length);
  if (length === 0 || length > 64 || bytes.length < at + length) return null;
  return bytes.subarray(at, at + length).toString('latin1') !== 'none';
}

const isEncryptedPem = (text: string, label: string): boolean =>
  label.startsWith('ENCRYPTED') || text.includes('Proc-Type: 4,ENCRYPTED');

function isParsed(text: string): boolean {
  try {
    return createPrivateKey(text).type === 'private';
  } catch {
    return false;
  }
}
