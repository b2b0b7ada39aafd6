export type {
  ApiMethod,
  ApiPath,
  BodyOf,
  ErrorDetail,
  ErrorEnvelope,
  PathParamsOf,
  QueryOf,
  ReplyOf,
} from './contract/api.ts';
export { ApiError, errorOf } from './contract/api-error.ts';
export type { BrowserLocks, BrowserParts } from './contract/browser-session.ts';
export type { CallArguments, CallOptions, CommonOptions } from './contract/call-options.ts';
export { type ApiClient, createClient, type Exchange } from './contract/client.ts';
export type { ClientCredential, ClientOptions } from './contract/options.ts';
