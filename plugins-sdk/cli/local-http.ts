import { CapabilityError } from '@patchbay/sandbox';
import { validateData } from '../package/index.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
const optionsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    method: { enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    body: { type: 'string' },
  },
} as const;

/** The author's stand-in for the platform's own client: declared hosts over HTTPS, no redirects. */
export async function fetchFromHost(hosts: readonly string[], address: unknown, options: unknown) {
  const url = URL.parse(String(address));
  if (url === null || url.protocol !== 'https:' || !hosts.includes(url.hostname))
    throw new CapabilityError('not_permitted', 'permissions.http does not name this host');
  if (validateData(optionsSchema, options).length > 0)
    throw new CapabilityError('options_invalid', 'Not request options');
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(url, { ...(options as RequestInit), redirect: 'error', signal });
    const body = await answer.text();
    if (body.length > MAX_BYTES) throw new CapabilityError('answer_too_large', 'More than 1 MiB');
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body };
  } catch (error) {
    if (error instanceof CapabilityError) throw error;
    throw new CapabilityError('request_failed', 'The request failed');
  }
}
