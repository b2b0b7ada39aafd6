import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const MAIN = ['main', 'origin/main'];

/**
 * Files that differ from where this branch left `main`, written or not; on `main` itself, from its last commit. New ones
 * that git does not know yet are among them.
 */
export async function changedFiles(root: string): Promise<readonly string[]> {
  const base = await baseOf(root);
  const [changed, unknown] = await Promise.all([
    git(root, 'diff', '--name-only', '--no-renames', base),
    git(root, 'ls-files', '--others', '--exclude-standard'),
  ]);
  return [...new Set([...changed, ...unknown])].sort();
}

async function baseOf(root: string): Promise<string> {
  for (const branch of MAIN) {
    const [base] = await git(root, 'merge-base', 'HEAD', branch).catch(() => []);
    if (base !== undefined) return base;
  }
  return 'HEAD';
}

async function git(root: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('git', args, { cwd: root, maxBuffer: 64 * 1024 ** 2 });
  return stdout.split('\n').filter(Boolean);
}
