import type { LabAnswer } from '../lab-product.ts';
import type { Refusal } from './refusal.ts';

const json = { 'content-type': 'application/json' };
const reasons: Readonly<Record<number, string>> = {
  200: 'ok',
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  405: 'method not allowed',
  409: 'conflict',
  413: 'payload too large',
  415: 'unsupported media type',
  429: 'too many requests',
  500: 'internal server error',
  501: 'not implemented',
  503: 'service unavailable',
};

const body = (code: number, response_id: string, message: string, data: unknown): string =>
  JSON.stringify({ code, status: reasons[code] ?? 'error', response_id, message, data });

/** Success is always 200, also for what was made. */
export const answered = (data: unknown): LabAnswer => ({
  status: 200,
  headers: json,
  body: body(200, 'SUCCESS', '', data),
});

export const refused = ({ status, response_id, message }: Refusal): LabAnswer => ({
  status,
  headers: json,
  body: body(status, response_id, message, []),
  detail: response_id,
});

/** Paths the package does not know are the web server's business. */
export const unknownPath = (): LabAnswer => ({
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<html>\r\n<head><title>404 Not Found</title></head>\r\n<body><center><h1>404 Not Found</h1></center></body>\r\n</html>\r\n',
  detail: 'no such path',
});
