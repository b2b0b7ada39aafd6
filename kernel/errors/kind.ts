/** Classes of failure, without HTTP. `kernel/http` alone turns a kind into a status (SPEC 7). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'too_large'
  | 'unsupported_media'
  | 'unprocessable'
  | 'locked'
  | 'rate_limited'
  | 'internal'
  | 'not_implemented'
  | 'bad_gateway'
  | 'unavailable'
  | 'timeout';
