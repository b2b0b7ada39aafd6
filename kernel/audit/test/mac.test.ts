import { createHmac, randomBytes } from 'node:crypto';
import t from 'tap';
import { Mac } from '../mac.ts';

t.test('it is HMAC-SHA256, whatever the key and the length of the text', async (t) => {
  for (const keyBytes of [0, 1, 32, 64]) {
    const key = randomBytes(keyBytes);
    const mac = new Mac(key);
    for (const text of [
      '',
      'a',
      'ä€😀'.repeat(90),
      '€'.repeat(1_365),
      '€'.repeat(1_366),
      'x'.repeat(20_000),
      'b',
    ])
      t.equal(
        mac.of(text),
        createHmac('sha256', key).update(text).digest('hex'),
        `${keyBytes} bytes, ${text.length} characters`,
      );
  }
});

t.test('a key longer than a block is refused', async (t) => {
  t.throws(() => new Mac(randomBytes(65)));
});
