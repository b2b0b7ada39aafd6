import { SecretBox } from '@patchbay/kernel/secrets';
import t from 'tap';
import { MailedTokens } from '../services/passwords/mailed-tokens.ts';

const ID = '019be3ac-8b2a-7e31-a9a0-c0b5a7d6e7a1';
const [first, second] = ['a'.repeat(40), 'b'.repeat(40)] as const;
const tokensOf = (current: string, ...previous: readonly string[]): MailedTokens =>
  new MailedTokens(new SecretBox({ current, previous }), 'password-reset');

t.test('a token names its request, and is the same whoever makes it', async (t) => {
  const token = tokensOf(first).of(ID);
  t.match(token, /^019be3ac-8b2a-7e31-a9a0-c0b5a7d6e7a1\.[A-Za-z0-9_-]{43}$/);
  t.equal(token, tokensOf(first).of(ID));
  t.equal(tokensOf(first).idOf(token), ID);
});

t.test('a token outlives a change of the key, but not its removal', async (t) => {
  const token = tokensOf(first).of(ID);
  t.equal(tokensOf(second, first).idOf(token), ID);
  t.equal(tokensOf(second).idOf(token), undefined);
});

t.test('anything else is no token', async (t) => {
  const tokens = tokensOf(first);
  const [, mac = ''] = tokens.of(ID).split('.');
  const flipped = `${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`;
  for (const each of [
    '',
    '.',
    ID,
    `${ID}.`,
    `${ID}.${flipped}`,
    `${ID}.${mac}=`,
    `${ID}.${mac}\n`,
    `x${ID}.${mac}`,
  ])
    t.equal(tokens.idOf(each), undefined, each);
});
