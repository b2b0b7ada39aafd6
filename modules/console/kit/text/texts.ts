import { currentLanguage, useLanguage } from './language.ts';

/** A text, or one made from values. */
// biome-ignore lint/suspicious/noExplicitAny: texts take values of their own types
type Text = string | ((...values: any[]) => string);
type TextTable = Readonly<Record<string, Text>>;

/** The same keys with the same values in another language. */
type Translated<T extends TextTable> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string;
};

export interface Texts<T extends TextTable> {
  readonly en: T;
  readonly de: Translated<T>;
}

/** All texts of one folder of pages. A missing German text does not compile. */
export const defineTexts = <T extends TextTable>(texts: {
  readonly en: T;
  readonly de: NoInfer<Translated<T>>;
}): Texts<T> => texts;

/** The texts in the language of the viewer; follows a change of it. */
export const useTexts = <T extends TextTable>(texts: Texts<T>): T | Translated<T> => texts[useLanguage()];

/** For code outside components. */
export const textsNow = <T extends TextTable>(texts: Texts<T>): T | Translated<T> => texts[currentLanguage()];

/** `count(3, 'device', 'devices')` → `3 devices`, with the figure as the language writes it. */
export const count = (amount: number, one: string, other: string): string =>
  `${new Intl.NumberFormat(currentLanguage()).format(amount)} ${amount === 1 ? one : other}`;
