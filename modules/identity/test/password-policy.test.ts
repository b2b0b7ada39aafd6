import { PatchbayError } from '@patchbay/kernel/errors';
import t from 'tap';
import { PasswordPolicy } from '../services/password-policy.ts';

function problemsOf(password: string, policy = new PasswordPolicy(12)): readonly string[] {
  try {
    policy.check(password, 'password');
    return [];
  } catch (error) {
    return error instanceof PatchbayError ? (error.details ?? []).map(({ type }) => type) : ['unexpected'];
  }
}

t.test('a password needs length and all four classes', async (t) => {
  t.same(problemsOf('Correct-horse-9'), []);
  t.same(problemsOf('Short-1'), ['too_short']);
  t.same(problemsOf('correct-horse-9'), ['no_upper']);
  t.same(problemsOf('CORRECT-HORSE-9'), ['no_lower']);
  t.same(problemsOf('Correct-horse-x'), ['no_digit']);
  t.same(problemsOf('CorrectHorse99'), ['no_special']);
  t.same(problemsOf('            '), ['no_upper', 'no_lower', 'no_digit', 'no_special']);
});

t.test('letters of any script count, and characters are counted as people do', async (t) => {
  t.same(problemsOf('Пароль-надёжный-9'), []);
  t.same(problemsOf('Aa1😀😀😀😀😀😀😀😀'), ['too_short']);
  t.same(problemsOf('Aa1😀😀😀😀😀😀😀😀😀'), []);
});

t.test('at most 1024 characters are taken', async (t) => {
  t.same(problemsOf(`Aa1-${'x'.repeat(1_020)}`), []);
  t.same(problemsOf(`Aa1-${'x'.repeat(1_021)}`), ['too_long']);
});
