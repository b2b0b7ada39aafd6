import type { Test } from 'tap';
import { UnifiController, type UnifiOptions } from '../../controllers/unifi/controller.ts';

/** What the console answered, its body read as JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export type Json = Readonly<Record<string, unknown>>;

/** A simulated console and a way to speak to it with its key. */
export async function unifiBench(t: Test, options: UnifiOptions = {}) {
  const lab = new UnifiController({ plain_http: true, devices: 8, ...options });
  const { url, credentials } = await lab.start();
  t.teardown(() => lab.stop());
  const send = async (
    method: string,
    path: string,
    body?: unknown,
    own: Record<string, string> = {},
  ): Promise<Reply> => {
    const headers = { 'x-api-key': credentials.api_key ?? '', 'content-type': 'application/json', ...own };
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: sent,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
  const sites = await send('GET', '/proxy/network/integration/v1/sites');
  const site = ((sites.body as Json)?.['data'] as readonly Json[] | undefined)?.[0]?.['id'];
  return { lab, send, credentials, integration: `/proxy/network/integration/v1/sites/${String(site)}` };
}

export const classic = '/proxy/network/api/s/default';
export const unmanaged = { management: 'UNMANAGED', name: 'Lab', enabled: true, vlanId: 77 };
