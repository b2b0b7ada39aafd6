import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type KernelConfig } from '../config/index.ts';
import type { SecretKeys } from './secret-box.ts';

const MIN_LENGTH = 32;
const GENERATED_BYTES = 48;

/**
 * SECRET_KEY and SECRET_KEY_PREVIOUS of the environment. Without one, in development, a key is generated once
 * and kept in `DATA_DIR/secret-key`, readable by the owner only (DECISIONS 40).
 */
export async function loadSecretKey(
  config: Pick<KernelConfig, 'DATA_DIR' | 'ENVIRONMENT' | 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>,
): Promise<SecretKeys> {
  const previous = config.SECRET_KEY_PREVIOUS;
  if (config.SECRET_KEY !== undefined) return { current: config.SECRET_KEY, previous };
  if (config.ENVIRONMENT === 'production') throw new ConfigError('SECRET_KEY is required in production');
  const file = join(config.DATA_DIR, 'secret-key');
  const current = (await readKey(file)) ?? (await generateKey(config.DATA_DIR, file));
  return { current, previous };
}

async function readKey(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (text.length < MIN_LENGTH) throw new ConfigError(`${file} holds fewer than ${MIN_LENGTH} characters`);
    await chmod(file, 0o600);
    return text;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Written aside and linked into place: of two first starts one wins, and nobody reads half a key. */
async function generateKey(folder: string, file: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(GENERATED_BYTES).toString('base64url')}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  try {
    await link(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  const key = await readKey(file);
  if (key === null) throw new ConfigError(`${file} vanished while it was made`);
  return key;
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
