import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloneDatabase } from '@patchbay/test/harness';
import pg from 'pg';
import t from 'tap';
import { backupLines } from '../backup/backup-lines.ts';

t.test('an artifact that goes while it is backed up, and one not written whole, are left out', async (t) => {
  const { url, drop } = await cloneDatabase();
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  t.teardown(() => owner.end().then(drop));
  const artifacts = await mkdtemp(join(tmpdir(), 'patchbay-artifacts-'));
  t.teardown(() => rm(artifacts, { recursive: true, force: true }));
  for (const name of ['one', 'two', 'three.7c0e.part']) await writeFile(join(artifacts, name), name);
  const written = { rows: 0, files: 0 };
  const found: string[] = [];
  let last: unknown;
  for await (const line of backupLines(owner, artifacts, written)) {
    last = line;
    if (typeof line === 'string' || !('file' in line)) continue;
    found.push(line.file);
    for (const name of await readdir(artifacts)) if (name !== line.file) await rm(join(artifacts, name));
  }
  t.equal(new Set(found).size, 1);
  t.match(found[0], /^(one|two)$/);
  t.equal(written.files, 1);
  t.same(last, { end: written });
});
