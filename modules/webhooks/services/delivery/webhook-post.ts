import { Service } from '@patchbay/kernel/di';
import { PatchbayError } from '@patchbay/kernel/errors';
import {
  addressRefused,
  type Outbound,
  OutboundFailure,
  type OutboundReply,
  outboundBusy,
} from '@patchbay/kernel/outbound';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { KeptAnswer, KeptRequest } from '../../entities/webhook-delivery.ts';
import type { Outgoing } from '../queue/begin-deliveries.ts';
import { signatureHeader } from '../subscriptions/signature.ts';
import { eventBody } from './event-body.ts';
import type { Outcome } from './record-outcomes.ts';
import type { Tried } from './retry-decision.ts';

const TIMEOUT_MS = 30_000;
/** Kept of what is sent, and of what is answered (SPEC 8). */
const MAX_KEPT_BYTES = 16_384;
const MAX_HEADERS_KEPT = 30;
const MAX_HEADER_CHARACTERS = 500;

/** One try of one delivery: rendered, signed with a fresh timestamp, sent under the policy `public`. Never rejects. */
export class WebhookPost extends Service<{
  outbound: Pick<Outbound, 'send'>;
  clock: Clock;
  allowedHosts: readonly string[];
}> {
  async send(delivery: Outgoing, signal: AbortSignal): Promise<Outcome> {
    const { id, kind, template, event, subscription_id: webhook_id } = delivery;
    const began = { delivery, at: this.parts.clock.now().toISOString() };
    const rendered = eventBody(event, template, { id, webhook_id, kind, sequence: delivery.sequence ?? 0 });
    if (!rendered.ok)
      return {
        ...began,
        ...failure('unresolved', rendered.unresolved),
        duration_ms: 0,
        request: null,
        answer: null,
      };
    const body = JSON.stringify(rendered.value);
    const headers = this.#headers(delivery, body);
    const request = keptRequest(delivery.url, headers, body);
    const startedMs = performance.now();
    const { tried, answer } = await this.#exchange(delivery.url, headers, body, signal);
    return { ...began, ...tried, duration_ms: performance.now() - startedMs, request, answer };
  }

  /** Outcome of a try without time: nothing was sent. */
  putOff(delivery: Outgoing): Outcome {
    const at = this.parts.clock.now().toISOString();
    return { delivery, at, ...failure('busy', 'busy'), duration_ms: 0, request: null, answer: null };
  }

  #headers({ id, event, sequence, secrets }: Outgoing, body: string): Record<string, string> {
    const timestamp = Math.floor(this.parts.clock.now().getTime() / 1_000);
    return {
      'content-type': 'application/json',
      'x-webhook-id': id,
      'x-webhook-event': event.event_type,
      'x-webhook-sequence': String(sequence ?? 0),
      'x-webhook-timestamp': String(timestamp),
      'x-webhook-signature': signatureHeader(secrets, timestamp, body),
    };
  }

  async #exchange(url: string, headers: Record<string, string>, body: string, signal: AbortSignal) {
    try {
      const reply = await this.parts.outbound.send({
        policy: 'public',
        url,
        method: 'POST',
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_KEPT_BYTES,
        allowedHosts: this.parts.allowedHosts,
        keepAlive: true,
        signal,
      });
      return { tried: triedOf(reply), answer: keptAnswer(reply) };
    } catch (error) {
      return { tried: failureOf(error, signal), answer: null };
    }
  }
}

const failure = (result: Tried['result'], error: string, status: number | null = null): Tried => ({
  result,
  status,
  error,
  retry_after_seconds: 0,
});

function triedOf({ status, headers }: OutboundReply): Tried {
  if (status >= 200 && status < 300) return { ...failure('delivered', ''), status, error: null };
  if (status === 410) return failure('gone', 'gone', status);
  if (status >= 300 && status < 400) return failure('failed', 'redirect_refused', status);
  const asked = headers['retry-after'] ?? '';
  const retry_after_seconds = /^\d{1,6}$/.test(asked) ? Number(asked) : 0;
  return { ...failure('failed', `answered ${status}`, status), retry_after_seconds };
}

function failureOf(error: unknown, signal: AbortSignal): Tried {
  if (signal.aborted) return failure('aborted', 'interrupted');
  if (outboundBusy.matches(error)) return failure('busy', 'busy');
  if (addressRefused.matches(error)) return failure('failed', 'address_refused');
  if (error instanceof PatchbayError) return failure('failed', error.message);
  return failure('failed', error instanceof OutboundFailure ? error.code : 'internal');
}

/** A whole address permits posting there: the log keeps its host, the subscription the whole. */
function shownAddress(address: string): string {
  const url = URL.parse(address);
  if (url === null) return '[redacted]';
  return url.pathname === '/' && url.search === '' ? url.href : `${url.origin}/[redacted]`;
}

/** The log must not hold what would let its readers speak for the platform, or to the receiver. */
function keptRequest(url: string, headers: Readonly<Record<string, string>>, body: string): KeptRequest {
  const bytes = Buffer.from(body);
  return {
    method: 'POST',
    url: shownAddress(url),
    headers: { ...headers, 'x-webhook-signature': '[redacted]' },
    body: bytes.subarray(0, MAX_KEPT_BYTES).toString('utf8'),
    truncated: bytes.length > MAX_KEPT_BYTES,
  };
}

function keptAnswer({ status, headers, body, truncated }: OutboundReply): KeptAnswer {
  const kept = Object.entries(headers)
    .filter(([name]) => name !== 'set-cookie')
    .slice(0, MAX_HEADERS_KEPT)
    .map(([name, value]) => [name, String(value).slice(0, MAX_HEADER_CHARACTERS)] as const);
  return { status, headers: Object.fromEntries(kept), body, truncated };
}
