import type { Page } from 'playwright-core';
import type { Person } from '../../../harness/index.ts';
import { field, press } from './by-name.ts';

/** Signs in at the form, as people do. */
export async function signIn(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await field(page, 'Login').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Sign in');
}
