import { transportFailure } from '../device-errors.ts';
import { controllerOrigin } from './controller-origin.ts';
import type { Send, TransportAnswer, TransportRequest } from './transport.ts';

/** Where a device is, and how its certificate is judged. */
export interface DeviceAddress extends Pick<TransportRequest, 'tls'> {
  /** Scheme, host and port, as in `https://router.example:443`. */
  readonly url: string;
  /** Deadline of one request that names none. */
  readonly timeoutMs?: number;
}

/** One request; a body without a type is JSON. */
export interface DeviceRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: TransportRequest['headers'];
  readonly body?: string | Buffer | undefined;
  readonly type?: string;
  readonly timeoutMs?: number | undefined;
  /** Whether a failure on the way may leave an effect; true by itself. */
  readonly isWrite?: boolean;
}

export type Exchange = (request: DeviceRequest) => Promise<TransportAnswer>;

const MAX_ANSWER = 16 * 1024 * 1024;

/** Carries requests to one device, each once. Failures on the way are `AdapterError`s, which call the device by `noun`. */
export function deviceExchange(
  send: Send,
  { url, tls, timeoutMs: usualMs }: DeviceAddress,
  { noun, timeoutMs: defaultMs }: { readonly noun: string; readonly timeoutMs: number },
): Exchange {
  const origin = controllerOrigin(url, noun);
  return async ({ method, path, headers, body, type = 'application/json', timeoutMs, isWrite = true }) => {
    try {
      return await send({
        url: origin + path,
        method,
        headers: {
          ...headers,
          accept: 'application/json',
          'accept-encoding': 'identity',
          ...(body === undefined ? {} : { 'content-type': type }),
        },
        ...(body === undefined ? {} : { body }),
        timeoutMs: timeoutMs ?? usualMs ?? defaultMs,
        ...(tls === undefined ? {} : { tls }),
        maxBytes: MAX_ANSWER,
      });
    } catch (error) {
      throw transportFailure(error, noun, { isWrite });
    }
  };
}
