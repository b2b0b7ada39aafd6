import { validationFailed } from '../../../errors/index.ts';
import type { CompiledRoute } from '../compiled/compiled-route.ts';
import { isStorable } from '../validation/value-check.ts';

const NO_VALUES: Record<string, unknown> = Object.freeze({});

/**
 * The query of a request, checked against its route: values turned from text, defaults filled in, unknown
 * and repeated keys refused (DECISIONS 2, 3). Throws `kernel.validation_failed`.
 */
export function queryOf(compiled: CompiledRoute, url: string): unknown {
  const start = url.indexOf('?');
  if (start === -1 && !compiled.hasQuery) return NO_VALUES;
  const values: Record<string, unknown> = {};
  if (start !== -1) collect(new URLSearchParams(url.slice(start + 1)), compiled, values);
  compiled.query.assert(values);
  return values;
}

function collect(sent: URLSearchParams, compiled: CompiledRoute, values: Record<string, unknown>): void {
  const { queryKeys, queryLists } = compiled;
  for (const [key, text] of sent) {
    if (queryKeys !== null && !queryKeys.has(key)) continue;
    if (!isStorable(key) || !isStorable(text))
      throw validationFailed({
        details: [{ field: key, message: 'holds a character that cannot be stored', type: 'format' }],
      });
    const before = Object.hasOwn(values, key) ? values[key] : undefined;
    if (queryLists.has(key)) assign(values, key, Array.isArray(before) ? [...before, text] : [text]);
    else assign(values, key, before === undefined ? text : [before, text].flat());
  }
}

/** `__proto__` becomes an ordinary key, which the schema then refuses. */
const assign = (values: Record<string, unknown>, key: string, value: unknown): void => {
  Object.defineProperty(values, key, { value, enumerable: true, writable: true, configurable: true });
};
