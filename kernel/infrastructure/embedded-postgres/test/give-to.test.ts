import { lstat, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { giveTo } from '../cluster.ts';

const uid = process.getuid?.() ?? 0;
/** As root somebody else's; otherwise only oneself can be given anything. */
const owner = uid === 0 ? 65_534 : uid;

t.test('a folder is given with all below it, and links in it are not followed', async (t) => {
  const folder = t.testdir({ given: { below: { file: '' } }, outside: { file: '' } });
  const given = join(folder, 'given');
  await mkdir(join(given, 'deep', 'deeper'), { recursive: true });
  await symlink(join(folder, 'outside'), join(given, 'below', 'outside'));
  for (const [name, target] of [
    ['up', '..'],
    ['same', '.'],
  ] as const)
    await symlink(target, join(given, 'deep', name));
  await writeFile(join(given, 'deep', 'deeper', 'file'), '');
  const runAs = {
    name: 'somebody',
    owner,
    command: (file: string, args: readonly string[]) => ({ file, args }),
  };
  await giveTo(runAs, given);
  for (const name of ['', 'below', 'below/file', 'below/outside', 'deep', 'deep/up', 'deep/deeper/file'])
    t.equal((await lstat(join(given, name))).uid, owner, name);
  for (const name of ['outside', 'outside/file']) t.equal((await lstat(join(folder, name))).uid, uid, name);
});
