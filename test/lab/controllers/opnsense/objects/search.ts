import type { LabRequest } from '../../lab-product.ts';

type Json = Readonly<Record<string, unknown>>;

export interface SearchQuery {
  /** From 1. */
  readonly current: number;
  /** -1 is all. */
  readonly rowCount: number;
  readonly phrase: string;
}

/** What a list is asked for, in the query or in the body. */
export function searchQueryOf({ query, body }: LabRequest, isPost: boolean): SearchQuery {
  const posted = isPost ? fieldsOf(body) : {};
  const read = (name: string): string => String(posted[name] ?? query.get(name) ?? '');
  return {
    current: Math.max(1, whole(read('current'), 1)),
    rowCount: whole(read('rowCount'), -1),
    phrase: read('searchPhrase').toLowerCase(),
  };
}

/** One page of rows, in the product's envelope. Every word of the phrase must stand somewhere in a row. */
export function pageOf(rows: readonly Json[], { current, rowCount, phrase }: SearchQuery): Json {
  const words = phrase.split(' ').filter((word) => word !== '');
  const found = rows.filter((row) => {
    const texts = Object.values(row).map((value) => String(value ?? '').toLowerCase());
    return words.every((word) => texts.some((text) => text.includes(word)));
  });
  const from = (current - 1) * rowCount;
  const page = rowCount < 0 ? found : found.slice(from, from + rowCount);
  return { rows: page, rowCount: page.length, total: found.length, current };
}

const whole = (text: string, absent: number): number => (/^-?\d{1,9}$/.test(text) ? Number(text) : absent);

function fieldsOf(body: string): Json {
  try {
    return Object(JSON.parse(body)) as Json;
  } catch {
    return {};
  }
}
