/** Which part of the console answers, and so in which shape. */
export type Speaker = 'console' | 'integration' | 'classic' | 'private';

/** A request the product refuses. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  /** Field and expression of `api.err.InvalidPayload`. */
  readonly validation: { readonly field: string; readonly pattern: string } | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message = code,
    more: {
      validation?: { field: string; pattern: string };
      headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.validation = more.validation;
    this.headers = more.headers ?? {};
  }
}

export const classicRefusal = (code: string, status = 400): Refusal => new Refusal(status, `api.err.${code}`);

export const invalidPayload = (field: string, pattern = ''): Refusal =>
  new Refusal(400, 'api.err.InvalidPayload', field, { validation: { field, pattern } });

const reasons: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  429: 'TOO_MANY_REQUESTS',
};

/** The body in which the speaker refuses. */
export function refusalBody(speaker: Speaker, refusal: Refusal, path: string, now: number): unknown {
  const { status, code, message, validation } = refusal;
  if (speaker === 'classic') {
    const told = validation === undefined ? {} : { validationError: validation };
    return { meta: { rc: 'error', msg: code, ...told }, data: [] };
  }
  if (speaker === 'private') return { code, details: {}, errorCode: status, message };
  if (speaker === 'console')
    return code.startsWith('AUTHENTICATION_')
      ? { code, message, level: 'debug' }
      : { error: { code: status, message: code } };
  return {
    statusCode: status,
    statusName: reasons[status] ?? 'ERROR',
    code,
    message,
    timestamp: new Date(now).toISOString(),
    requestPath: path,
    requestId: crypto.randomUUID(),
  };
}
