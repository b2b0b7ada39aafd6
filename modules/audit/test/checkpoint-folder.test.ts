import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { CheckpointFolder } from '../services/checkpoints/checkpoint-folder.ts';

const checkpoint = {
  organization_id: '01900000-0000-7000-8000-00000000000a',
  sequence: 3,
  chain_mac: 'a',
  head_mac: 'b',
  made_at: '2026-01-01T00:00:00.000Z',
};

t.test('a folder that could not be made is made once it can be', async (t) => {
  const outside = await mkdtemp(join(tmpdir(), 'patchbay-checkpoints-'));
  t.teardown(() => rm(outside, { recursive: true, force: true }));
  const inTheWay = join(outside, 'later');
  await writeFile(inTheWay, '');
  const folder = new CheckpointFolder({ folder: join(inTheWay, 'checkpoints'), logger: silentLogger });
  await t.rejects(folder.keep(checkpoint), { code: 'ENOTDIR' });
  await rm(inTheWay);
  await folder.keep(checkpoint);
  t.same(await folder.read(checkpoint.organization_id), checkpoint);
});
