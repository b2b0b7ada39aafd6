/** Thrown for an id that cannot name a module; the message says why. */
export class BadModuleId extends Error {
  override readonly name = 'BadModuleId';
}

const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_CHARACTERS = 40;
/** Their singular or plural would be words of the language, or of the module's own files. */
const RESERVED = new Set([
  'test',
  'contract',
  'class',
  'default',
  'new',
  'module',
  'event',
  'error',
  'route',
  'example-module',
]);

/** Throws `BadModuleId` unless the id is one: lower case words, joined by hyphens. */
export function assertModuleId(id: string): void {
  if (!ID.test(id))
    throw new BadModuleId(`"${id}" is no module id: lower case words, joined by hyphens, such as rack-notes`);
  if (id.length > MAX_CHARACTERS)
    throw new BadModuleId(`"${id}" is longer than ${MAX_CHARACTERS} characters`);
  if (RESERVED.has(id) || RESERVED.has(singular(id)))
    throw new BadModuleId(`"${id}" is taken by the platform itself`);
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.endsWith('s') && !/(ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** One name in every spelling that code uses. */
function spellings(kebab: string): readonly string[] {
  const words = kebab.split('-');
  const pascal = words.map(capital).join('');
  return [
    kebab,
    kebab.replaceAll('-', '_'),
    pascal,
    pascal.charAt(0).toLowerCase() + pascal.slice(1),
    kebab.replaceAll('-', '_').toUpperCase(),
    words.join(' '),
    capital(words.join(' ')),
  ];
}

/** What each word of the template becomes for this module, in the order in which to replace. */
export function replacementsFor(id: string): readonly (readonly [from: string, to: string])[] {
  const one = singular(id);
  const pairs = [
    ['example-module', id],
    ['example-items', plural(one)],
    ['example-item', one],
  ] as const;
  return pairs.flatMap(([from, to]) => {
    const wanted = spellings(to);
    return spellings(from).map((spelling, index) => [spelling, String(wanted[index])] as const);
  });
}
