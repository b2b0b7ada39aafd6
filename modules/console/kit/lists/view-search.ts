/** As an address has it: flat texts. */
type SearchTexts = Readonly<Record<string, string>>;

/** Keys of an address that are no part of a view: the page of the list, and a tab. */
const PASSING = ['page', 'tab'];

/** The part of an address that a view keeps. */
export const keptSearch = (search: SearchTexts): SearchTexts =>
  Object.fromEntries(Object.entries(search).filter(([key, text]) => text !== '' && !PASSING.includes(key)));

/** A view's search as the address takes it: of a parameter that is given several times the first. */
export const searchOfView = (search: Readonly<Record<string, string | readonly string[]>>): SearchTexts =>
  Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) => {
      const text = typeof value === 'string' ? value : value[0];
      return text === undefined ? [] : [[key, text]];
    }),
  );

/** Changes of the address that show a view: what it does not ask for goes. */
export const changeTo = (now: SearchTexts, wanted: SearchTexts): Readonly<Record<string, string | null>> => ({
  ...Object.fromEntries(
    Object.keys(now)
      .filter((key) => key !== 'tab')
      .map((key) => [key, null]),
  ),
  ...wanted,
});

const written = (search: SearchTexts): string =>
  JSON.stringify(Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)));

export const isSameSearch = (one: SearchTexts, other: SearchTexts): boolean =>
  written(one) === written(other);
