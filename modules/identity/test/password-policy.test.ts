import { PatchbayError } from '@patchbay/kernel/errors';
import t from 'tap';
import type { PasswordOwner } from '../contract.ts';
import { LeakedPasswords } from '../services/passwords/leaked-passwords.ts';
import { PasswordPolicy } from '../services/passwords/password-policy.ts';

const policy = new PasswordPolicy({ minLength: 12, leaked: new LeakedPasswords() });

async function problemsOf(password: string, owner?: PasswordOwner): Promise<readonly string[]> {
  try {
    await policy.check(password, 'password', owner);
    return [];
  } catch (error) {
    return error instanceof PatchbayError ? (error.details ?? []).map(({ type }) => type) : ['unexpected'];
  }
}

t.test('a password needs length and all four classes', async (t) => {
  t.same(await problemsOf('Correct-horse-9'), []);
  t.same(await problemsOf('Short-1'), ['too_short']);
  t.same(await problemsOf('correct-horse-9'), ['no_upper']);
  t.same(await problemsOf('CORRECT-HORSE-9'), ['no_lower']);
  t.same(await problemsOf('Correct-horse-x'), ['no_digit']);
  t.same(await problemsOf('CorrectHorse99'), ['no_special']);
  t.same(await problemsOf('            '), ['no_upper', 'no_lower', 'no_digit', 'no_special']);
});

t.test('letters of any script count, and characters are counted as people do', async (t) => {
  t.same(await problemsOf('Пароль-надёжный-9'), []);
  t.same(await problemsOf('Aa1😀😀😀😀😀😀😀😀'), ['too_short']);
  t.same(await problemsOf('Aa1😀😀😀😀😀😀😀😀😀'), []);
});

t.test('at most 1024 characters are taken', async (t) => {
  t.same(await problemsOf(`Aa1-${'x'.repeat(1_020)}`), []);
  t.same(await problemsOf(`Aa1-${'x'.repeat(1_021)}`), ['too_long']);
});

t.test('what everybody tries is refused, however it is dressed up', async (t) => {
  for (const password of [
    'Password1234!',
    'P@ssw0rd2026!',
    'Welcome-2026!!',
    'Trustno1!!!!',
    '5uNsh1ne-2026!',
    'M1chae1$-1234',
  ])
    t.same(await problemsOf(password), ['leaked'], password);
  t.ok((await problemsOf('qwertyuiop123')).includes('leaked'), 'beside whatever else is wrong');
});

t.test('a good password that merely holds such words is taken', async (t) => {
  for (const password of [
    'Correct-Horse-9-Battery',
    'Str0ng-Passw0rd!',
    'Correct-horse-battery-9',
    'Another-password-7',
    'My-Password1234!',
    '1111-1111-1111-1111-aA!1',
  ])
    t.same(await problemsOf(password), [], password);
});

t.test('a password does not contain its owner, unless the name is short', async (t) => {
  const owner = { username: 'MarieCurie', email: 'm.sklodowska@example.net' };
  t.same(await problemsOf('Radium-mariecurie-88', owner), ['personal']);
  t.same(await problemsOf('Radium-M.SKLODOWSKA-88', owner), ['personal']);
  t.same(await problemsOf('Radium-example.net-88', owner), []);
  t.same(await problemsOf('Radium-ann-and-88', { username: 'ann', email: 'ann@example.net' }), []);
});

t.test('looking takes no time, whatever is sent', async (t) => {
  const leaked = new LeakedPasswords();
  await leaked.has('password');
  const hostile = ['1'.repeat(1_024), '!1'.repeat(512), `a${'1'.repeat(60)}`, '\u{1F600}'.repeat(1_024)];
  const startedMs = performance.now();
  for (const each of hostile) await leaked.has(each);
  t.ok(performance.now() - startedMs < 5_000);
});
