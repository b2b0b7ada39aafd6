import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadSecretKey } from '../index.ts';

const base: { ENVIRONMENT: 'development'; SECRET_KEY_PREVIOUS: string[] } = {
  ENVIRONMENT: 'development',
  SECRET_KEY_PREVIOUS: [],
};

t.test('the key of the environment is taken as it is', async (t) => {
  const config = {
    ...base,
    DATA_DIR: t.testdir(),
    SECRET_KEY: 'k'.repeat(32),
    SECRET_KEY_PREVIOUS: ['p'.repeat(32)],
  };
  t.same(await loadSecretKey(config), { current: 'k'.repeat(32), previous: ['p'.repeat(32)] });
});

t.test('in development one key is generated and kept, also by first starts in parallel', async (t) => {
  const config = { ...base, DATA_DIR: join(t.testdir(), 'data') };
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadSecretKey(config)));
  t.equal(new Set(keys.map(({ current }) => current)).size, 1);
  const file = join(config.DATA_DIR, 'secret-key');
  t.equal(readFileSync(file, 'utf8').trim(), keys[0]?.current);
  t.equal(statSync(file).mode & 0o777, 0o600);
  chmodSync(file, 0o644);
  await loadSecretKey(config);
  t.equal(statSync(file).mode & 0o777, 0o600);
});

t.test('production without a key and a spoiled key file are refused', async (t) => {
  const folder = t.testdir();
  await t.rejects(loadSecretKey({ ...base, ENVIRONMENT: 'production', DATA_DIR: folder }), {
    name: 'ConfigError',
  });
  writeFileSync(join(folder, 'secret-key'), 'short');
  await t.rejects(loadSecretKey({ ...base, DATA_DIR: folder }), { name: 'ConfigError' });
});
