import type { LabRequest } from '../lab-product.ts';
import { Refusal } from './refusal.ts';
import type { Row } from './row.ts';
import type { Match } from './schema.ts';

/** Parameters of path, query and body in one; path and the rest may not say different things. */
export function givenIn(request: LabRequest, { values }: Match): Row {
  const given: Row = {};
  for (const [name, value] of [...request.query, ...bodyOf(request)]) {
    const before = given[name];
    given[name] = before === undefined ? value : [before, value].flat();
  }
  for (const [name, value] of Object.entries(values)) {
    if (given[name] !== undefined && given[name] !== value)
      throw new Refusal(400, 'Parameter verification failed.', {
        [name]: 'duplicate parameter (already defined in URI) with conflicting values',
      });
    given[name] = value;
  }
  return given;
}

/** Form fields, or a JSON object: there truth and numbers are their own. */
function bodyOf({ method, body, headers }: LabRequest): readonly (readonly [string, string])[] {
  if (method === 'GET' || method === 'DELETE' || body === '') return [];
  if (!String(headers['content-type'] ?? '').startsWith('application/json'))
    return [...new URLSearchParams(body)];
  const parsed = parse(body);
  return Object.entries(parsed).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each) => [name, textOf(each)] as const),
  );
}

function parse(body: string): object {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Told below, like an object of another kind.
  }
  throw new Refusal(400, 'bad JSON in the body');
}

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value ?? '');
};
