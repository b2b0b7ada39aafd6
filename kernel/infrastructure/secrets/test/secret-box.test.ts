import * as fc from 'fast-check';
import t from 'tap';
import { envelopeUnreadable, Secret, SecretBox, secretTooLarge } from '../index.ts';

const keyA = 'a'.repeat(40);
const keyB = 'b'.repeat(40);
const box = new SecretBox({ current: keyA, previous: [] });
const place = { table: 'controllers', row_id: 'row-1', organization_id: 'org-1' };

t.test('what is sealed opens at its place again, whatever it is', async () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      return box.open(box.seal(new Secret(text), place), place).reveal() === text;
    }),
    { numRuns: 200 },
  );
});

t.test('an envelope has four parts and never repeats', async (t) => {
  const one = box.seal(new Secret('x'), place);
  t.match(one, /^v1\.[\w-]{10}\.[\w-]{16}\.[\w-]+$/);
  t.not(one, box.seal(new Secret('x'), place));
});

t.test('an envelope moved to another table, row or organization does not open', async (t) => {
  const envelope = box.seal(new Secret('x'), place);
  for (const other of [
    { ...place, table: 'users' },
    { ...place, row_id: 'row-2' },
    { ...place, organization_id: 'org-2' },
    { ...place, organization_id: null },
  ])
    t.throws(() => box.open(envelope, other), envelopeUnreadable());
});

t.test('changed, cut, strange and foreign envelopes do not open', async (t) => {
  const envelope = box.seal(new Secret('secret text'), place);
  const [version, keyId, iv, sealed = ''] = envelope.split('.');
  const flipped = Buffer.from(sealed, 'base64url');
  flipped[0] = (flipped[0] ?? 0) ^ 1;
  const foreign = new SecretBox({ current: keyB, previous: [] }).seal(new Secret('x'), place);
  const broken = [
    `${version}.${keyId}.${iv}.${flipped.toString('base64url')}`,
    `${version}.${keyId}.${iv}.${sealed.slice(0, 10)}`,
    `v2.${keyId}.${iv}.${sealed}`,
    `${envelope}.more`,
    '',
    '....',
    'x'.repeat(200_000),
    foreign,
  ];
  for (const each of broken) t.throws(() => box.open(each, place), envelopeUnreadable());
});

t.test('after rotation old envelopes still open and ask to be sealed again', async (t) => {
  const old = box.seal(new Secret('x'), place);
  const rotated = new SecretBox({ current: keyB, previous: [keyA] });
  t.equal(rotated.open(old, place).reveal(), 'x');
  t.ok(rotated.needsReseal(old));
  t.notOk(rotated.needsReseal(rotated.seal(new Secret('x'), place)));
  t.equal(rotated.deriveKeys('mac').length, 2);
  t.same(rotated.deriveKeys('mac')[1]?.key, box.deriveKey('mac'));
});

t.test('purposes and master keys never share a key; a key handed out cannot spoil the next', async (t) => {
  const other = new SecretBox({ current: keyB, previous: [] });
  t.notSame(box.deriveKey('a'), box.deriveKey('b'));
  t.notSame(box.deriveKey('a'), other.deriveKey('a'));
  t.not(box.checkValue, other.checkValue);
  box.deriveKey('a').fill(0);
  t.notSame(box.deriveKey('a'), Buffer.alloc(32));
});

t.test('too large a secret is refused', async (t) => {
  t.throws(() => box.seal(new Secret('x'.repeat(65_537)), place), secretTooLarge());
});

t.test('comparison is by content, whatever the lengths', async (t) => {
  t.ok(box.equal('abc', Buffer.from('abc')));
  t.notOk(box.equal('abc', 'abcd'));
  t.notOk(box.equal('', 'a'));
  t.equal(new Set(Array.from({ length: 100 }, () => box.randomToken(16))).size, 100);
});
