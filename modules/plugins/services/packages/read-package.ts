import { createPublicKey } from 'node:crypto';
import { unavailable } from '@patchbay/kernel/errors';
import {
  findSigner,
  type PluginArchive,
  PluginPackageError,
  readPluginArchive,
  registrationProblems,
} from '@patchbay/plugins-sdk/package';
import { CapabilityError, SandboxError, SandboxHost } from '@patchbay/sandbox';
import type { PluginSignature } from '../../entities/plugin.ts';
import { packageRefused } from '../../errors.ts';

/** A package that may be installed. */
export interface CheckedPackage extends Pick<PluginArchive, 'manifest' | 'code' | 'digest'> {
  readonly signature: PluginSignature;
}

/**
 * Signers whose packages may be installed. Without a pinned key every package may, and its signature proves nothing.
 */
export interface SignatureRule {
  readonly publisherKeyHex: string | undefined;
  readonly allowUnsigned: boolean;
}

/** DER of an Ed25519 public key up to its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Checks a ZIP wholly, its code included, which is read in a sandbox of its own. Throws `plugins.package_refused`. */
export async function checkPackage(zip: Buffer, signatures: SignatureRule): Promise<CheckedPackage> {
  const archive = await opened(zip);
  const signature = signatureOf(archive, signatures);
  await inspect(archive);
  const { manifest, code, digest } = archive;
  return { manifest, code, digest, signature };
}

async function opened(zip: Buffer): Promise<PluginArchive> {
  try {
    return await readPluginArchive(zip);
  } catch (error) {
    if (!(error instanceof PluginPackageError)) throw error;
    const problems = error.problems.length > 0 ? error.problems : [error.message];
    throw refused(error.code, problems, error);
  }
}

/** A signature that the pinned key did not make is worse than none: the package or its origin was changed. */
function signatureOf(
  { files, signature }: PluginArchive,
  { publisherKeyHex, allowUnsigned }: SignatureRule,
): PluginSignature {
  if (signature === null && publisherKeyHex !== undefined && !allowUnsigned)
    throw refused('signature_missing', [
      'The package is not signed, and a publisher key is pinned; MARKETPLACE_ALLOW_UNSIGNED=true would take it',
    ]);
  if (signature === null) return 'unsigned';
  if (publisherKeyHex === undefined) return 'unknown_signer';
  const der = Buffer.concat([ED25519_PREFIX, Buffer.from(publisherKeyHex, 'hex')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  if (findSigner(files, [key.export({ format: 'pem', type: 'spki' }).toString()]) < 0)
    throw refused('signature_invalid', ['The pinned publisher key did not sign this package']);
  return 'verified';
}

async function inspect({ manifest, code }: PluginArchive): Promise<void> {
  const sandbox = new SandboxHost({
    capabilities: () => Promise.reject(new CapabilityError('not_permitted', 'The plugin is being read')),
  });
  try {
    const found = await sandbox.load({ plugin_id: manifest.id, version: manifest.version, code });
    const problems = registrationProblems(manifest, found);
    if (problems.length > 0) throw refused('code_differs', problems);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    if (error.code === 'sandbox_unavailable' || error.code === 'sandbox_busy')
      throw unavailable({ message: 'The sandbox cannot read the package right now.', cause: error });
    throw refused(error.code, [error.message], error);
  } finally {
    await sandbox.dispose();
  }
}

const refused = (type: string, problems: readonly string[], cause?: unknown) =>
  packageRefused({
    message: `The package is refused: ${problems[0]?.slice(0, 300)}`,
    details: problems.slice(0, 20).map((message) => ({ field: '', message: message.slice(0, 300), type })),
    cause,
  });
