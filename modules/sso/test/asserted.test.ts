import t from 'tap';
import {
  assertedEmail,
  assertedGroups,
  assertedName,
  assertedText,
} from '../services/admission/asserted-text.ts';
import { usernameFor } from '../services/admission/new-username.ts';

t.test('only text that can be stored and shown is taken from others', async (t) => {
  for (const odd of [null, 1, {}, '', '  ', 'a\0b', 'a\ud800', 'a\nb', 'x'.repeat(11)])
    t.equal(assertedText(odd, 10), null, String(odd));
  t.equal(assertedText(' Ada ', 10), 'Ada');
  t.equal(assertedName(' Ada ', 10), ' Ada ', 'a name is taken letter by letter');
  for (const odd of ['ada', 'a@b@c', 'a b@c', '@c', 'a@', `${'a'.repeat(251)}@b.c`])
    t.equal(assertedEmail(odd), null, odd);
  t.same(assertedGroups('one'), ['one']);
  t.same(assertedGroups(['one', 2, null, ['deep'], 'two']), ['one', 'two']);
  t.same(assertedGroups(undefined), []);
  t.equal(assertedGroups(Array.from({ length: 5_000 }, String)).length, 1_000);
});

t.test(
  'usernames hold no blanks and no sign of an address, and are neither too short nor too long',
  async (t) => {
    const name = (username: string | null, email: string | null = null, suffix: string | null = null) =>
      usernameFor({ username, email }, suffix);
    t.equal(name('ada'), 'ada');
    t.equal(name(null, 'ada.l@example.com'), 'ada.l');
    t.equal(name('Ada Lovelace@corp', null, 'x1'), 'Ada-Lovelace-x1');
    t.equal(name('a'), 'user-a');
    t.equal(name('@corp', 'a@b'), 'user');
    t.equal(name('ü'.repeat(100)).length, 50);
    for (const each of [name('😀'.repeat(60)), name(`${'a'.repeat(49)}😀`)])
      t.match(each, /^[^\s@\p{C}]{2,64}$/u);
  },
);
