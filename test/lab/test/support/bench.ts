import { request } from 'node:http';
import type { Test } from 'tap';
import type { LabController } from '../../controllers/lab-controller.ts';
import type { LabEndpoint } from '../../controllers/lab-endpoint.ts';
import { RouterOsController, type RouterOsOptions } from '../../controllers/routeros/controller.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
}

export type Call = (method: string, path: string, body?: unknown, authorization?: string) => Promise<Answer>;

/** What each bench takes: plain HTTP, few devices, and a reboot that ends only on the lab clock. */
export const benchOptions = { plain_http: true, devices: 6, reboot_ms: 60_000 } as const;

/** Starts a controller that ends with the test; its interface begins at `path` and takes name and password. */
export async function started<C extends LabEndpoint['credentials']>(
  t: Test,
  lab: LabController<C>,
  path: string,
) {
  const endpoint = await lab.start();
  t.teardown(() => lab.stop());
  const login = basic(endpoint.credentials.username, endpoint.credentials.password);
  const call: Call = (method, rest, body, authorization = login) =>
    exchange(endpoint.url + path + rest, method, body, authorization === '' ? undefined : authorization);
  const control: Call = (method, rest, body) => exchange(endpoint.control_url + rest, method, body);
  return { endpoint, call, control };
}

/** A started router over plain HTTP that ends with the test. */
export async function bench(t: Test, options: RouterOsOptions = {}) {
  const router = new RouterOsController({ ...benchOptions, ...options });
  return { router, ...(await started(t, router, '/rest')) };
}

export type Bench = Awaited<ReturnType<typeof bench>>;

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

export function exchange(
  url: string,
  method: string,
  body?: unknown,
  authorization?: string,
): Promise<Answer> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (authorization !== undefined) headers['authorization'] = authorization;
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false, timeout: 10_000 }, (incoming) => {
      let received = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (part: string) => {
        received += part;
      });
      incoming.on('error', reject);
      incoming.on('end', () => {
        const json = (): unknown => JSON.parse(received);
        const { statusCode = 0, headers: answered } = incoming;
        resolve({
          status: statusCode,
          headers: answered,
          text: received,
          json: received === '' ? null : json(),
        });
      });
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in ten seconds')));
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** The first row of a list answer, or the object itself. */
export function row(answer: Answer): Record<string, string> {
  const value = Array.isArray(answer.json) ? answer.json[0] : answer.json;
  return { ...(value as Record<string, string>) };
}

export function rows(answer: Answer): Record<string, string>[] {
  return answer.json as Record<string, string>[];
}
