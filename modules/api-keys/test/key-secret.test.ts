import { randomBytes } from 'node:crypto';
import { ManualClock } from '@patchbay/kernel/telemetry';
import t from 'tap';
import { KeptKeys } from '../services/kept-keys.ts';
import { isKeySecret, keyHash, newKeySecret } from '../services/key-secret.ts';

const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

t.test('a key begins with what it is recognised by and has one shape', async (t) => {
  for (let round = 0; round < 200; round += 1) {
    const { secret, prefix } = newKeySecret(random);
    t.ok(secret.startsWith(`${prefix}_`) && isKeySecret(secret), secret);
  }
  t.not(keyHash('a'), keyHash('b'));
  for (const text of ['', 'svck_', 'svcr_x', `${newKeySecret(random).secret}x`])
    t.notOk(isKeySecret(text), text);
});

t.test("a kept key serves a second, unless its user's epoch rose", async (t) => {
  const clock = new ManualClock();
  const kept = new KeptKeys({ clock });
  const row = { id: '1', user_id: 'u', scopes: null, expires_at: null };
  kept.set('h', row, 5);
  t.equal(
    kept.get('h', () => 5),
    row,
  );
  t.equal(
    kept.get('h', () => 6),
    undefined,
  );
  kept.set('h', row, 5);
  clock.advance(1_000);
  t.equal(
    kept.get('h', () => 5),
    undefined,
  );
});
