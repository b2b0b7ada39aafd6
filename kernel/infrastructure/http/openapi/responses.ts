import type { TSchema } from 'typebox';
import type { ErrorDefinition } from '../../../errors/index.ts';
import { reauthenticationRequired } from '../http-errors.ts';
import type { AnyRoute } from '../routes/route.ts';
import { STATUS_OF, STATUS_TEXT } from '../status.ts';
import { withNamedTimes } from '../validation/named-times.ts';
import { headersOf } from './headers.ts';

type Json = Readonly<Record<string, unknown>>;

/** All answers of a route: its declared ones, and the standard ones of its sort. */
export function responsesOf(route: AnyRoute, usual_errors = true): Json {
  const responses: Record<string, unknown> = {};
  for (const status of usual_errors ? standardStatuses(route) : [])
    responses[status] = standardResponse(route, status);
  const declared: readonly ErrorDefinition[] = [
    ...(route.errors ?? []),
    ...(route.proof ? [reauthenticationRequired] : []),
  ];
  for (const [status, errors] of Map.groupBy(declared, ({ kind }) => STATUS_OF[kind]))
    responses[status] = errorResponse(route, status, errors);
  for (const [status, schema] of Object.entries((route.replies ?? {}) as Record<string, TSchema>))
    responses[status] = contentResponse(route, Number(status), 'application/json', schema);
  const status = route.status ?? (route.reply || route.produces ? 200 : 204);
  responses[status] = contentResponse(route, status, route.produces ?? 'application/json', route.reply);
  return Object.fromEntries(Object.entries(responses).sort(([one], [other]) => Number(one) - Number(other)));
}

/** Answers that any operation may give, as a sentence for the introduction. */
export const usualErrors = (): string =>
  `Any operation may answer, without saying so: ${[
    400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 500, 503,
  ]
    .map((status) => `${status} (${STATUS_TEXT[status]})`)
    .join(', ')}.`;

/** Standard statuses of routes of this sort. */
export function standardStatuses({
  access,
  method,
  body,
  bodyKind,
  query,
  rate,
  passesErrors,
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
    ...(passesErrors ? [502] : []),
    503,
    ...(passesErrors ? [504] : []),
  ];
}

/** Error answers that most operations share, by their name in the document. */
export const sharedResponses: Json = Object.fromEntries(
  [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 500, 502, 503, 504].map((status) => [
    sharedResponseName(status),
    errorResponse({}, status, []),
  ]),
);

function sharedResponseName(status: number): string {
  return `Status${status}`;
}

const standardResponse = (route: AnyRoute, status: number): Json =>
  route.rate === 'exempt' || route.errorShape === 'oauth2'
    ? errorResponse(route, status, [])
    : { $ref: `#/components/responses/${sharedResponseName(status)}` };

/** `Error` is the envelope; 413 and 429 answer `detail` (SPEC 7). */
function sharedName(status: number): string {
  return status === 413 || status === 429 ? 'Detail' : status === 422 ? 'ValidationError' : 'Error';
}

function errorResponse(
  route: Pick<AnyRoute, 'rate' | 'errorShape'>,
  status: number,
  errors: readonly ErrorDefinition[],
): Json {
  const own = errors.some((error) => error.shape === 'detail') ? 'Detail' : sharedName(status);
  const shape = route.errorShape === 'oauth2' ? 'OAuthError' : own;
  return {
    description: STATUS_TEXT[status] ?? 'Error',
    headers: headersOf(route, status),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${shape}` } } },
    ...(errors.length === 0 ? {} : { 'x-errors': errors.map(documented) }),
  };
}

function documented({ id, message, type }: ErrorDefinition): Json {
  return { id, message, ...(type ? { type } : {}) };
}

function contentResponse(route: AnyRoute, status: number, type: string, schema: TSchema | undefined): Json {
  const description = STATUS_TEXT[status] ?? 'Answer';
  const headers = headersOf(route, status, schema as Json | undefined);
  if (schema === undefined && (type === 'application/json' || status === 204))
    return { description, headers };
  const content = { [type]: schema === undefined ? {} : { schema: withNamedTimes(schema) } };
  return { description, headers, content };
}
