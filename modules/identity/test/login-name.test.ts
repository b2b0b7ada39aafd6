import t from 'tap';
import { foldLogin } from '../services/sign-in/login-name.ts';

t.test('logins that look alike fold to one spelling', async (t) => {
  const alike: readonly (readonly [string, string])[] = [
    ['Anna@Example.COM', 'anna@example.com'],
    ['ＡＤＭＩＮ', 'admin'],
    ['STRASSE', 'straße'],
    ['ΟΔΥΣΣΕΥΣ', 'οδυσσευς'],
    ['ﬁona', 'FIONA'],
    ['cafe\u0301', 'CAFÉ'],
  ];
  for (const [one, other] of alike) t.equal(foldLogin(one), foldLogin(other), `${one} ${other}`);
});

t.test('folding what is folded changes nothing', async (t) => {
  for (const login of ['İstanbul', 'ŒUVRE', 'ǅ', 'ﬃ', 'K', 'Å'])
    t.equal(foldLogin(foldLogin(login)), foldLogin(login));
});

t.test('different logins stay different', async (t) => {
  t.not(foldLogin('anna'), foldLogin('anne'));
  t.not(foldLogin('cafe'), foldLogin('café'));
});
