import type { Locator, Page } from 'playwright-core';

/** A window or a part of it, as a dialog is. */
type Place = Page | Locator;

export const field = (place: Place, label: string): Locator => place.getByLabel(label, { exact: true });

export const button = (place: Place, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

export const press = (place: Place, name: string): Promise<void> => button(place, name).click();

export const heading = (place: Place, name: string | RegExp): Locator =>
  place.getByRole('heading', { level: 1, name, exact: true });

/** Waits until a region of status says it: a toast, or a notice that tells of itself. */
export const said = (place: Place, text: string | RegExp): Promise<void> =>
  place.getByRole('status').getByText(text).first().waitFor();

/** Goes to a page by the navigation. */
export const goTo = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

/** Chooses of a list that a button opens. */
export async function choose(page: Page, list: Locator, name: string | RegExp): Promise<void> {
  await list.click();
  await page.getByRole('option', { name }).click();
}
