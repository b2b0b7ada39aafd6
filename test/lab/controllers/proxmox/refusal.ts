import type { LabAnswer } from '../lab-product.ts';

export const json = { 'content-type': 'application/json;charset=UTF-8' };

/** An answer of the product that is not a success. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: Readonly<Record<string, string>> | undefined;

  constructor(status: number, message: string, errors?: Readonly<Record<string, string>>) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

/** Nearly every refusal at run time: no such guest, locked, wrong state. */
export const refused = (message: string): Refusal => new Refusal(500, message);

export const wrongParameters = (errors: Readonly<Record<string, string>>): Refusal =>
  new Refusal(400, 'Parameter verification failed.', errors);

export function refusalAnswer({ status, message, errors }: Refusal, afterMs = 0): LabAnswer {
  return {
    status,
    headers: json,
    body: JSON.stringify({ data: null, ...(errors ? { errors } : {}), message: `${message}\n` }),
    detail: message,
    ...(afterMs > 0 ? { after_ms: afterMs } : {}),
  };
}
