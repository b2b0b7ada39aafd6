import { type Outbound, OutboundFailure } from '@patchbay/kernel/outbound';
import type { CustomFetch } from 'openid-client';
import type { PlainHosts } from './plain-hosts.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 262_144;

/** Transport of `openid-client`: the platform's guarded outbound client, no redirects, everything bounded. */
export const guardedFetch =
  (outbound: Pick<Outbound, 'send'>, allowedHosts: readonly string[], plain: PlainHosts): CustomFetch =>
  async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    if (url.protocol !== 'https:' && !plain.allowsHttp(url))
      throw new OutboundFailure('EPROTO', { sent: false });
    const reply = await outbound.send({
      policy: 'public',
      url: address,
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      allowedHosts,
      ...(signal ? { signal } : {}),
    });
    if (reply.truncated || reply.status < 200) throw new OutboundFailure('EPROTO', { sent: true });
    const empty = reply.status === 204 || reply.status === 304;
    return new Response(empty ? null : new Uint8Array(reply.bytes), {
      status: reply.status,
      headers: headersOf(reply.headers),
    });
  };

/** The content has been decoded already. */
const SPENT = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

function headersOf(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const each of [value].flat()) if (each !== undefined && !SPENT.has(name)) headers.append(name, each);
  return headers;
}
