import fc from 'fast-check';
import t from 'tap';
import { patternCovers, scopesCover } from '../pattern.ts';
import { always } from './always.ts';

const RUNS = 2_000;
const word = fc.constantFrom('device', 'cameras', 'logs', 'read', 'view', 'a', '*');
const separator = fc.constantFrom(':', '.');
/** Both spellings, of one word to four, and some that nobody should ever declare. */
const permission = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 4 }).map((parts) =>
  parts
    .map(([each, mark]) => each + mark)
    .join('')
    .slice(0, -1),
);
const scope = fc.oneof(
  permission,
  permission.map((text) => `${text}:*`),
  permission.map((text) => `${text}.*`),
  fc.constantFrom('*', '**', '', ':*', '.*', 'device*', 'dev*', 'device:', 'device:*:read'),
);

/** The rule again, from the other side: what a permission may be granted by. */
function grantsOf(text: string): ReadonlySet<string> {
  const stems = [...text.matchAll(/[:.]/g)].map(({ index }) => text.slice(0, index + 1));
  return new Set([text, ...stems.filter((stem) => stem.length < text.length).map((stem) => `${stem}*`)]);
}

t.test('a pattern covers a permission exactly when the permission may be granted by it', async (t) => {
  always(
    t,
    fc.property(
      scope,
      permission,
      (pattern, wanted) => patternCovers(pattern, wanted) === grantsOf(wanted).has(pattern),
    ),
    RUNS,
  );
});

t.test('whatever a permission is granted by covers it, in both spellings', async (t) => {
  always(
    t,
    fc.property(permission, (wanted) =>
      [...grantsOf(wanted)].every((pattern) => patternCovers(pattern, wanted)),
    ),
    RUNS,
  );
});

t.test('one spelling never covers the other', async (t) => {
  always(
    t,
    fc.property(fc.constantFrom('device', 'cameras'), fc.constantFrom('read', 'view'), (space, verb) => {
      const [colon, dot] = [`${space}:${verb}`, `${space}.${verb}`];
      return (
        [colon, `${space}:*`].every((each) => !patternCovers(each, dot)) &&
        [dot, `${space}.*`].every((each) => !patternCovers(each, colon))
      );
    }),
    RUNS,
  );
});

t.test('a bare star and partial words cover nothing namespaced', async (t) => {
  const partial = fc.oneof(
    fc.constant('*'),
    fc
      .string()
      .filter((text) => !/[:.]$/.test(text))
      .map((text) => `${text}*`),
  );
  const namespaced = fc.tuple(
    fc.constantFrom('device', 'cameras'),
    separator,
    fc.constantFrom('read', 'view'),
  );
  always(
    t,
    fc.property(
      partial,
      namespaced,
      (pattern, [space, mark, verb]) => !patternCovers(pattern, space + mark + verb),
    ),
    RUNS,
  );
});

t.test('a wildcard covers what lies below it and never its own stem or a neighbour', async (t) => {
  t.ok(patternCovers('device:*', 'device:read'));
  t.ok(patternCovers('collector.*', 'collector.logs.read'));
  t.ok(patternCovers('collector.logs.*', 'collector.logs.read'));
  for (const [pattern, wanted] of [
    ['device:*', 'device'],
    ['device:*', 'device:'],
    ['device:*', 'devices:read'],
    ['device:*', 'Device:read'],
    ['collector.logs.*', 'collector.logsx.read'],
    ['collector.*.read', 'collector.logs.read'],
    ['device:read', 'device:reads'],
  ] as const)
    t.notOk(patternCovers(pattern, wanted), `${pattern} ${wanted}`);
});

t.test('scopes hold what one of them holds, and more scopes never hold less', async (t) => {
  always(
    t,
    fc.property(fc.array(scope, { maxLength: 6 }), scope, permission, (scopes, more, wanted) => {
      const held = scopesCover(scopes, wanted);
      return (
        held === scopes.some((each) => grantsOf(wanted).has(each)) &&
        (!held || scopesCover([...scopes, more], wanted)) &&
        scopesCover([...scopes].reverse(), wanted) === held
      );
    }),
    RUNS,
  );
});
