const ANY = '**';
const ONE = '*';
const MOST_CHARACTERS = 200;
const LITERAL = /^[A-Za-z0-9_-]+$/;

/** Whether a text is an event type or a pattern: whole segments, `*` or `**`. */
export const isEventPattern = (text: string): boolean =>
  text.length > 0 &&
  text.length <= MOST_CHARACTERS &&
  text.split('.').every((word) => word === ONE || word === ANY || LITERAL.test(word));

/** Whether it names one event type only. */
export const isExactType = (text: string): boolean => isEventPattern(text) && !text.includes(ONE);

/** A trailing `*` is one segment or more: `*` and then any number. */
const segmentsOf = (pattern: string): readonly string[] => {
  const words = pattern.split('.');
  return words.at(-1) === ONE ? [...words, ANY] : words;
};

/** Whether a pattern matches an event type. Each segment is looked at again once per `**` at most. */
export function matchesEvent(pattern: string, event_type: string): boolean {
  const wanted = segmentsOf(pattern);
  const given = event_type.split('.');
  let at = 0;
  let index = 0;
  let afterAny = -1;
  let retryFrom = 0;
  while (index < given.length) {
    const word = wanted[at];
    if (word === ANY) {
      at += 1;
      afterAny = at;
      retryFrom = index;
    } else if (word !== undefined && (word === ONE || word === given[index])) {
      at += 1;
      index += 1;
    } else if (afterAny >= 0) {
      at = afterAny;
      retryFrom += 1;
      index = retryFrom;
    } else return false;
  }
  while (wanted[at] === ANY) at += 1;
  return at === wanted.length;
}

/** Patterns that hold a type, from the narrowest on: `a.b.c` → `a.b.*`, `a.**`. */
export function widerPatterns(event_type: string): readonly string[] {
  const words = event_type.split('.');
  return [
    ...(words.length > 2 ? [[...words.slice(0, -1), ONE].join('.')] : []),
    ...(words.length > 1 ? [`${words[0]}.${ANY}`] : []),
  ];
}
