import * as fc from 'fast-check';
import t from 'tap';
import { renderTemplate, type TemplateContext } from '../templates/template.ts';
import { templatePaths } from '../templates/template-paths.ts';

const FORBIDDEN = ['__proto__', 'prototype', 'constructor'];
const INHERITED = ['toString', 'valueOf', 'hasOwnProperty', 'length', 'map', 'name', '__defineGetter__'];

const step = fc.oneof(
  fc.constantFrom('trigger', 'steps', 'a', 'b', '0', '1', '01', '-1', ''),
  fc.constantFrom(...FORBIDDEN, ...INHERITED),
);
const path = fc.array(step, { minLength: 1, maxLength: 5 }).map((steps) => steps.join('.'));
/** Halves of templates, templates in each other, and plain text. */
const piece = fc.oneof(
  path.map((found) => `{{${found}}}`),
  path.map((found) => `{{ ${found} }}`),
  fc.constantFrom(
    '{{',
    '}}',
    '{',
    '}',
    '{{{{',
    '}}}}',
    ' ',
    'x',
    '{{}}',
    '{{a}',
    '%{a}',
    '{{a|b}}',
    '{{1+1}}',
  ),
);
const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
const tree = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(step, text), tie('node'), { maxKeys: 3 }),
  ),
})).node;

/** Without the key that does not travel. */
const clean = (value: unknown): boolean => !JSON.stringify(value)?.includes('"__proto__":');
const json = fc.jsonValue({ maxDepth: 3 }).filter(clean);
const context = fc.record({
  trigger: fc.record({ a: json, b: json }, { requiredKeys: [] }),
  steps: fc.array(fc.record({ a: json, output: json }, { requiredKeys: [] }), { maxLength: 2 }),
});

/** The prototype of what came in does not travel. */
const isSame = (one: unknown, other: unknown): boolean =>
  typeof one === typeof other && JSON.stringify(one) === JSON.stringify(other);

/** The rules of looking up, again: own properties and canonical places in lists. */
function reach(root: unknown, steps: readonly string[]): unknown {
  const [first, ...rest] = steps;
  if (first === undefined) return root;
  if (typeof root !== 'object' || root === null || FORBIDDEN.includes(first)) return undefined;
  const names = Array.isArray(root) ? Array.from(root.keys(), String) : Object.getOwnPropertyNames(root);
  return names.includes(first) ? reach((root as Record<string, unknown>)[first], rest) : undefined;
}

t.test('any template over anything gives a value or names what did not resolve', async () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withObjectString: true,
    withTypedArray: true,
    withSparseArray: true,
  });
  const hostile = fc.dictionary(fc.constantFrom('trigger', 'steps', 'a', '__proto__'), anything);
  fc.assert(
    fc.property(tree, hostile, (template, over) => {
      const result = renderTemplate(template, over as TemplateContext);
      return result.ok ? 'value' in result : typeof result.unresolved === 'string';
    }),
    { numRuns: 3_000 },
  );
});

t.test('a whole string is exactly the value its path leads to, of its own type', async () => {
  fc.assert(
    fc.property(path, context, (found, over) => {
      const expected = reach(over, found.split('.'));
      const result = renderTemplate(`{{${found}}}`, over);
      if (expected === undefined) return !result.ok && result.unresolved === found;
      return result.ok && isSame(result.value, expected);
    }),
    { numRuns: 4_000 },
  );
});

t.test('within a text the value prints, once, and what it contains is not expanded', async () => {
  const names = fc.constantFrom('a', 'b');
  fc.assert(
    fc.property(names, fc.oneof(json, text), fc.string(), (name, value, around) => {
      fc.pre(!around.includes('{') && !around.includes('}'));
      const over = { trigger: { [name]: value } };
      const printed = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
      const result = renderTemplate(`<${around}{{trigger.${name}}}${around}>`, over);
      const whole = renderTemplate(`{{trigger.${name}}}`, over);
      return (
        result.ok &&
        result.value === `<${around}${printed}${around}>` &&
        whole.ok &&
        isSame(whole.value, value)
      );
    }),
    { numRuns: 3_000 },
  );
});

t.test('prototypes are neither reached nor changed, and the sources stay as they are', async (t) => {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  fc.assert(
    fc.property(tree, context, (template, over) => {
      const [kept, shown] = [JSON.stringify(over), JSON.stringify(template)];
      const result = renderTemplate(template, over);
      const isUntouched = JSON.stringify(over) === kept && JSON.stringify(template) === shown;
      if (!result.ok) return isUntouched;
      const text = JSON.stringify(result.value) ?? '';
      return isUntouched && !text.includes('[native code]') && !text.includes('[object');
    }),
    { numRuns: 3_000 },
  );
  t.equal(Object.getOwnPropertyNames(Object.prototype).join(), before);
  t.equal(({} as Record<string, unknown>)['a'], undefined);
});

t.test('a draft is judged by the paths that rendering looks up', async () => {
  fc.assert(
    fc.property(tree.filter(clean), (template) => {
      const result = renderTemplate(template, {});
      const paths = templatePaths(template);
      return result.ok ? paths.length === 0 : paths.includes(result.unresolved);
    }),
    { numRuns: 3_000 },
  );
});
