import { headerComponents } from './headers.ts';

const text = { type: 'string' };
const detail = {
  type: 'object',
  required: ['field', 'message', 'type'],
  properties: {
    field: { type: 'string', description: 'dotted path, such as `steps.0.operation_id`' },
    message: text,
    type: { type: 'string', description: 'stable word: `required`, `too_long`, `additional_property` …' },
  },
};

const envelope = (more: object, required: readonly string[]) => ({
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'request_id', ...required],
      properties: {
        code: { type: 'integer', description: 'equals the HTTP status' },
        message: text,
        request_id: text,
        type: { type: 'string', description: 'machine code, where one is defined' },
        ...more,
      },
    },
  },
});

/** Parts that all operations of the document share (SPEC 5, 7). */
export const components = Object.freeze({
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
    cookie: {
      type: 'apiKey',
      in: 'cookie',
      name: 'svc_access',
      description: 'Writing methods also send `X-CSRF-Token`, equal to the cookie `svc_csrf`.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A repeated request with the same key gets the first answer for 24 hours.',
      schema: { type: 'string', minLength: 1, maxLength: 128 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` as read; 412 when the resource changed since.',
      schema: text,
    },
  },
  headers: headerComponents,
  schemas: {
    Error: envelope({ details: { type: 'array', items: detail } }, []),
    ValidationError: envelope({ details: { type: 'array', items: detail } }, ['details']),
    OAuthError: {
      type: 'object',
      required: ['error'],
      description: 'RFC 6749 5.2',
      properties: {
        error: { type: 'string', description: '`invalid_request`, `invalid_client`, `invalid_grant` …' },
        error_description: text,
        detail: { type: 'string', description: 'beside 413 and 429, as elsewhere' },
        retry_after: { type: 'integer' },
      },
    },
    Detail: {
      type: 'object',
      required: ['detail'],
      properties: { detail: text, retry_after: { type: 'integer' } },
    },
  },
});
