import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { loadSecretKey, readSecretKey, replaceSecretKey } from '../load-secret-key.ts';

const folder = await mkdtemp(join(tmpdir(), 'patchbay-key-'));
t.teardown(() => rm(folder, { recursive: true, force: true }));
const config = {
  DATA_DIR: folder,
  ENVIRONMENT: 'development',
  SECRET_KEY: undefined,
  SECRET_KEY_PREVIOUS: [],
} as const;

t.test('reading makes no key', async (t) => {
  t.equal(await readSecretKey({ ...config, SECRET_KEY_PREVIOUS: [] }), null);
});

t.test('a key kept in DATA_DIR is replaced, and every former one stays known, newest first', async (t) => {
  const own = { ...config, SECRET_KEY_PREVIOUS: [] };
  const first = await loadSecretKey(own);
  await replaceSecretKey(own);
  const second = await loadSecretKey(own);
  await replaceSecretKey(own);
  const third = await readSecretKey(own);
  t.equal(new Set([first.current, second.current, third?.current]).size, 3);
  t.same(second.previous, [first.current]);
  t.same(third?.previous, [second.current, first.current]);
  for (const name of ['secret-key', 'secret-key.previous'])
    t.equal((await stat(join(folder, name))).mode & 0o777, 0o600, name);
  t.equal((await readFile(join(folder, 'secret-key'), 'utf8')).trim(), third?.current);
});

t.test('a key of the environment is changed in the environment only', async (t) => {
  const given = { ...config, SECRET_KEY_PREVIOUS: [], SECRET_KEY: 'x'.repeat(40) };
  await t.rejects(replaceSecretKey(given), { name: 'ConfigError' });
  await t.rejects(replaceSecretKey({ ...config, SECRET_KEY_PREVIOUS: [], ENVIRONMENT: 'production' }), {
    name: 'ConfigError',
  });
  t.same(await readSecretKey(given), { current: given.SECRET_KEY, previous: [] });
});
