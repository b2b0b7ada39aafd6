import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, type KernelConfig } from '../../config/index.ts';
import type { SecretKeys } from './secret-box.ts';

const MIN_LENGTH = 32;
const GENERATED_BYTES = 48;

const CURRENT = 'secret-key';
const FORMER = 'secret-key.previous';

type KeyConfig = Pick<KernelConfig, 'DATA_DIR' | 'ENVIRONMENT' | 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>;

/**
 * SECRET_KEY and SECRET_KEY_PREVIOUS of the environment. Without one, in development, a key is generated once
 * and kept in `DATA_DIR/secret-key`, readable by the owner only (DECISIONS 40); former ones stand beside it.
 */
export async function loadSecretKey(config: KeyConfig): Promise<SecretKeys> {
  const known = await readSecretKey(config);
  if (known !== null) {
    if (config.SECRET_KEY === undefined) await chmod(join(config.DATA_DIR, CURRENT), 0o600);
    return known;
  }
  const current = await generateKey(config.DATA_DIR, join(config.DATA_DIR, CURRENT));
  return { current, previous: config.SECRET_KEY_PREVIOUS };
}

/** The same without generating or changing anything: null when there is none yet. */
export async function readSecretKey(config: KeyConfig): Promise<SecretKeys | null> {
  const previous = config.SECRET_KEY_PREVIOUS;
  if (config.SECRET_KEY !== undefined) return { current: config.SECRET_KEY, previous };
  if (config.ENVIRONMENT === 'production') throw new ConfigError('SECRET_KEY is required in production');
  const current = await readKey(join(config.DATA_DIR, CURRENT));
  if (current === null) return null;
  return { current, previous: [...previous, ...(await readFormerKeys(config.DATA_DIR))] };
}

/**
 * Makes a new key in `DATA_DIR/secret-key` and keeps the former one in `secret-key.previous`. Throws a
 * ConfigError when the key comes from the environment: then only the environment can change it.
 */
export async function replaceSecretKey(config: KeyConfig): Promise<void> {
  if (config.SECRET_KEY !== undefined || config.ENVIRONMENT === 'production')
    throw new ConfigError('SECRET_KEY comes from the environment: put a new one there');
  const { current } = await loadSecretKey(config);
  const former = await readFormerKeys(config.DATA_DIR);
  // First the former key: a crash in between leaves it listed twice, never lost.
  await replaceFile(join(config.DATA_DIR, FORMER), [current, ...former.filter((key) => key !== current)]);
  await replaceFile(join(config.DATA_DIR, CURRENT), [randomBytes(GENERATED_BYTES).toString('base64url')]);
}

async function readFormerKeys(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, FORMER), 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return '';
    throw error;
  });
  return text.split('\n').filter((line) => line.length >= MIN_LENGTH);
}

async function replaceFile(file: string, lines: readonly string[]): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}

async function readKey(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (text.length < MIN_LENGTH) throw new ConfigError(`${file} holds fewer than ${MIN_LENGTH} characters`);
    return text;
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/** Written aside and linked into place: of two first starts one wins, and half a key is never read. */
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
