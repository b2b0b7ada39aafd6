import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** Parsed JSON, or undefined when the answer is not JSON; parsed when first asked for. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any;
}

export interface CallOptions {
  readonly token?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Loopback address to call from, for limits that count addresses. */
  readonly from?: string;
  readonly timeoutMs?: number;
  /** An open connection to send it over, instead of one made for the call. */
  readonly over?: Socket;
}

/** One HTTP call to a platform under test; never throws for a status. */
export function call(base: string, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const headers: Record<string, string> = {
    ...(payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
    ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
    ...(options.apiKey ? { 'x-api-key': options.apiKey } : {}),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      new URL(path, base),
      {
        method,
        headers,
        agent: false,
        localAddress: options.from,
        timeout: options.timeoutMs ?? 15_000,
        ...(options.over ? { createConnection: () => options.over } : {}),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve(answerOf(response.statusCode ?? 0, response.headers, text));
        });
      },
    );
    request.on('timeout', () => request.destroy(new Error(`${method} ${path} did not answer in time`)));
    request.on('error', reject);
    request.end(payload);
  });
}

function answerOf(status: number, headers: Answer['headers'], text: string): Answer {
  let body: { readonly value: unknown } | undefined;
  return {
    status,
    headers,
    text,
    get body() {
      body ??= { value: parsed(text) };
      return body.value;
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
