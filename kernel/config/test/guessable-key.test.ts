import { randomBytes, randomUUID } from 'node:crypto';
import t from 'tap';
import { readKernelConfig } from '../index.ts';

const production = (SECRET_KEY: string) => readKernelConfig({ ENVIRONMENT: 'production', SECRET_KEY });

t.test('a production key that repeats itself or runs through an alphabet is refused', async (t) => {
  for (const key of [
    'k'.repeat(64),
    'ab'.repeat(40),
    'changeme'.repeat(8),
    'secret-key-secret-key-secret-key-secret-key',
    'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz',
    '0123456789abcdefghijklmnopqrstuv',
    '0123456789abcdef0123456789abcdef',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    `${'x'.repeat(60)}1aB!`,
  ])
    t.throws(() => production(key), /SECRET_KEY can be guessed.*openssl rand/, key);
});

t.test('a key that was drawn is taken, however it is written', async (t) => {
  for (let time = 0; time < 100; time += 1)
    for (const key of [
      randomBytes(16).toString('hex'),
      randomBytes(32).toString('hex'),
      randomBytes(24).toString('base64'),
      randomBytes(48).toString('base64url'),
      randomUUID(),
    ])
      t.equal(production(key).SECRET_KEY, key);
});

t.test('outside production any key of 32 characters will do', async (t) => {
  const { SECRET_KEY } = readKernelConfig({ ENVIRONMENT: 'staging', SECRET_KEY: 'k'.repeat(32) });
  t.equal(SECRET_KEY, 'k'.repeat(32));
  t.throws(() => readKernelConfig({ SECRET_KEY: 'k'.repeat(31) }), /SECRET_KEY/);
});
