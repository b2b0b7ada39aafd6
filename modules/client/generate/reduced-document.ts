import { isJson, type Json, mapped, objectIn } from './json.ts';

/** Words of a schema that decide its type; others tell which values of the type the platform takes. */
const TYPING = new Set(['type', 'required', 'enum', 'const', 'additionalProperties', '$ref']);
const NESTED_MAPS = new Set(['properties', 'patternProperties', '$defs']);
const NESTED = new Set(['items', 'anyOf', 'oneOf', 'allOf', 'not', 'prefixItems', 'additionalProperties']);

/**
 * The document that types are made from: paths without those that only spell out the names of a parameter (as the platform serves the
 * document with `named=false`), and of each operation its parameters, its body and its successes.
 */
export function reducedDocument(document: Json): Json {
  const schemas = objectIn(objectIn(document, 'components'), 'schemas');
  return {
    openapi: document['openapi'],
    info: { title: 'Patchbay API', version: String(objectIn(document, 'info')['version']) },
    paths: mapped(objectIn(document, 'paths'), (item) =>
      isJson(item) && !('$ref' in item) ? mapped(item, operation) : undefined,
    ),
    components: { schemas: mapped(schemas, schema) },
  };
}

function operation(value: unknown): Json {
  const { operationId, parameters, requestBody } = isJson(value) ? value : {};
  return {
    operationId,
    parameters: Array.isArray(parameters) ? parameters.filter(isJson).flatMap(parameter) : [],
    ...(isJson(requestBody)
      ? { requestBody: { required: requestBody['required'], content: contentOf(requestBody) } }
      : {}),
    responses: mapped(objectIn(value, 'responses'), (response, status) =>
      status.startsWith('2') ? { description: '', content: contentOf(response) } : undefined,
    ),
  };
}

/** Headers are left out: the client has words of its own for those that callers send. */
function parameter(value: Json): readonly Json[] {
  const { name, in: place, required } = value;
  if ((place !== 'path' && place !== 'query') || takesNothing(value['schema'])) return [];
  return [{ name, in: place, required, schema: schema(value['schema']) }];
}

/** `{ "not": {} }`, which no value meets. */
const takesNothing = (value: unknown): boolean => isJson(value) && 'not' in value;

const contentOf = (value: unknown): Json =>
  mapped(objectIn(value, 'content'), (media) =>
    isJson(media) && 'schema' in media ? { schema: schema(media['schema']) } : {},
  );

function schema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schema);
  if (!isJson(value)) return value;
  return mapped(value, (part, word) => {
    if (NESTED_MAPS.has(word)) return isJson(part) ? mapped(part, schema) : undefined;
    if (NESTED.has(word)) return schema(part);
    return TYPING.has(word) ? part : undefined;
  });
}

/** Operations that need no credential, as `POST /api/v1/auth/login`; those under the names of a parameter need one. */
export const publicOperations = (document: Json): readonly string[] =>
  Object.entries(objectIn(document, 'paths')).flatMap(([path, item]) =>
    Object.entries(isJson(item) ? item : {}).flatMap(([method, operation]) =>
      isJson(operation) && Array.isArray(operation['security']) && operation['security'].length === 0
        ? [`${method.toUpperCase()} ${path}`]
        : [],
    ),
  );
