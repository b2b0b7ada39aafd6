import type { TSchema } from 'typebox';
import type { ErrorDefinition } from '../../errors/index.ts';
import { reauthenticationRequired } from '../http-errors.ts';
import type { AnyRoute } from '../route.ts';
import { STATUS_OF, STATUS_TEXT } from '../status.ts';

type Json = Readonly<Record<string, unknown>>;

const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema));

/** All answers of a route: what it declares, and what every route of its sort may answer. */
export function responsesOf(route: AnyRoute): Json {
  const responses: Record<string, unknown> = {};
  const { errorShape } = route;
  for (const status of standardStatuses(route)) responses[status] = errorResponse(status, [], errorShape);
  const declared: readonly ErrorDefinition[] = [
    ...(route.errors ?? []),
    ...(route.proof ? [reauthenticationRequired] : []),
  ];
  for (const [status, errors] of Map.groupBy(declared, ({ kind }) => STATUS_OF[kind]))
    responses[status] = errorResponse(status, errors, errorShape);
  for (const [status, schema] of Object.entries((route.replies ?? {}) as Record<string, TSchema>))
    responses[status] = contentResponse(Number(status), 'application/json', schema);
  const status = route.status ?? (route.reply || route.produces ? 200 : 204);
  responses[status] = contentResponse(status, route.produces ?? 'application/json', route.reply);
  return Object.fromEntries(Object.entries(responses).sort(([one], [other]) => Number(one) - Number(other)));
}

function standardStatuses({
  access,
  method,
  body,
  bodyKind,
  query,
  rate,
  lenient,
  errorShape,
}: AnyRoute): readonly number[] {
  const isPublic = 'public' in access;
  const takesBody = body !== undefined || bodyKind === 'binary';
  return [
    400,
    ...(isPublic ? [] : [401, 403]),
    404,
    405,
    ...(method === 'POST' && !isPublic ? [409] : []),
    ...(method === 'PUT' || method === 'PATCH' ? [412] : []),
    ...(takesBody ? [413, 415] : []),
    ...(errorShape === 'oauth2' || (lenient && !takesBody && query === undefined) ? [] : [422]),
    ...(rate === 'exempt' ? [] : [429]),
    500,
    503,
  ];
}

/** `Error` is the envelope; 413 and 429 answer `detail` (SPEC 7). */
const sharedName = (status: number): string =>
  status === 413 || status === 429 ? 'Detail' : status === 422 ? 'ValidationError' : 'Error';

function errorResponse(
  status: number,
  errors: readonly ErrorDefinition[],
  errorShape: AnyRoute['errorShape'],
): Json {
  const own = errors.some((error) => error.shape === 'detail') ? 'Detail' : sharedName(status);
  const shape = errorShape === 'oauth2' ? 'OAuthError' : own;
  return {
    description: STATUS_TEXT[status] ?? 'Error',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${shape}` } } },
    ...(errors.length === 0 ? {} : { 'x-errors': errors.map(documented) }),
  };
}

const documented = ({ id, message, type }: ErrorDefinition): Json => ({
  id,
  message,
  ...(type ? { type } : {}),
});

function contentResponse(status: number, type: string, schema: TSchema | undefined): Json {
  const description = STATUS_TEXT[status] ?? 'Answer';
  if (schema === undefined && (type === 'application/json' || status === 204)) return { description };
  return { description, content: { [type]: schema === undefined ? {} : { schema: plain(schema) } } };
}
