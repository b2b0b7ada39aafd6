import t from 'tap';
import { noBrowser } from '../../chromium.ts';
import { field, heading } from '../support/by-name.ts';
import { signIn } from '../support/sign-in.ts';
import { ConsoleStage } from '../support/stage.ts';
import { unexpected } from '../support/unexpected.ts';

const LEAVES_WITHIN_MS = 5_000;

t.test('a session that is revoked elsewhere leaves the console', { skip: noBrowser }, async (t) => {
  const stage = await ConsoleStage.open(t);
  const person = await stage.harness.person('operator');
  const { page, problems } = await stage.windowOf(person, '/changes?status=applied');
  await heading(page, 'Changes').waitFor();

  const elsewhere = await stage.harness.signIn(person.email);
  const ended = await stage.harness.call('POST', '/auth/logout-all', { as: elsewhere, body: {} });
  t.equal(ended.status, 204, ended.text);
  await page.getByRole('alert').getByText('Your session has ended').waitFor({ timeout: LEAVES_WITHIN_MS });
  t.equal(await page.getByRole('navigation', { name: 'Main' }).count(), 0, 'nothing of the console is left');
  t.equal(new URL(page.url()).search, '?status=applied');

  await signIn(page, person);
  await heading(page, 'Changes').waitFor();
  t.equal(new URL(page.url()).search, '?status=applied', 'the same page is shown again');
  t.equal(await field(page, 'Login').count(), 0);
  t.same(unexpected(problems, /^401: /), []);
});
