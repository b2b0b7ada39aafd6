export { DEFAULT_BODY_LIMIT_BYTES, RouteDeclarationError } from './compiled/compiled-route.ts';
export { API_BASE, fullPath, RouteConflict } from './compiled/route-table.ts';
export * from './http-errors.ts';
export { HttpServer, type HttpServerOptions } from './http-server.ts';
export { httpMigrations } from './idempotency/migrations.ts';
export { removeExpiredKeys } from './idempotency/remove-expired.ts';
export type { IdempotencyKeyTable } from './idempotency/table.ts';
export { API_DOCUMENT, type ApiDocument, apiDocument, type DocumentScope } from './openapi/api-document.ts';
export { type DocumentOptions, openApiDocument, tagOf } from './openapi/document.ts';
export { API_VERSION } from './openapi/version.ts';
export type { Refusals, Refused } from './refusals.ts';
export { cookieOf } from './reply/cookies.ts';
export { ClientAddresses, limitKeyOf } from './request/client-address.ts';
export { CSRF_TOKENS, CsrfTokens } from './request/csrf-tokens.ts';
export { loggableUrl } from './request/loggable-url.ts';
export { Origins } from './request/origins.ts';
export type { OnRoute, RouteFault, RouteWatch } from './route-watch.ts';
export type { ModuleState, MountedRoute } from './routes/mounted-route.ts';
export { type NamedParameter, namedBy } from './routes/named-parameter.ts';
export { documentedPath, type PathParameters, parametersOf } from './routes/path.ts';
export { isBeyondReach, reachOf } from './routes/reach.ts';
export { type KnownCaller, type Resource, resource } from './routes/resource.ts';
export {
  type AnyRoute,
  type CookieOptions,
  type Method,
  type RateClass,
  type Reach,
  type ReplyControl,
  type ReplyOf,
  type RequestFacts,
  type RouteDeclaration,
  type RouteInput,
  route,
} from './routes/route.ts';
export { STATUS_OF } from './status.ts';
export { HTTP_MIDDLEWARE, type HttpMiddleware } from './steps/around/contributed.ts';
export { assertUsable } from './validation/value-check.ts';
