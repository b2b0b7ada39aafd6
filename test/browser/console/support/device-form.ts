import type { Page } from 'playwright-core';
import { choose } from './by-name.ts';

/** Types into a field with suggestions and takes the one of that name. */
export async function suggested(page: Page, label: string, value: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(value);
  await page.getByRole('option', { name: value, exact: true }).click();
}

/** Adds optional fields of a payload to its form. */
export async function addFields(page: Page, ...names: readonly string[]): Promise<void> {
  for (const name of names) await suggested(page, 'Add a field', name);
}

/** Fills the form of a firewall rule that refuses telnet. */
export async function fillRule(page: Page, comment: string): Promise<void> {
  await suggested(page, 'chain', 'forward');
  await addFields(page, 'action', 'protocol', 'dst-port', 'comment');
  await choose(page, page.getByRole('button', { name: /\baction$/ }).first(), 'drop');
  await suggested(page, 'protocol', 'tcp');
  await page.getByLabel('dst-port', { exact: true }).fill('23');
  await page.getByLabel('comment', { exact: true }).fill(comment);
}
