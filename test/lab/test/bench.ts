import { request } from 'node:http';
import type { Test } from 'tap';
import type { LabEndpoint } from '../controllers/lab-controller.ts';
import { RouterOsController, type RouterOsOptions } from '../controllers/routeros/controller.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly json: unknown;
}

export type Call = (method: string, path: string, body?: unknown, authorization?: string) => Promise<Answer>;

export interface Bench {
  readonly router: RouterOsController;
  readonly endpoint: LabEndpoint;
  readonly call: Call;
  readonly control: Call;
}

/** A started router over plain HTTP that ends with the test. */
export async function bench(t: Test, options: RouterOsOptions = {}): Promise<Bench> {
  const router = new RouterOsController({ plain_http: true, devices: 6, reboot_ms: 60_000, ...options });
  const endpoint = await router.start();
  t.teardown(() => router.stop());
  const { username, password } = endpoint.credentials;
  const login = basic(username, password);
  return {
    router,
    endpoint,
    call: (method, path, body, authorization = login) =>
      exchange(`${endpoint.url}/rest${path}`, method, body, authorization),
    control: (method, path, body) => exchange(endpoint.control_url + path, method, body),
  };
}

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
