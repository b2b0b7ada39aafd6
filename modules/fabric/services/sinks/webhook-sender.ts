import { createHmac } from 'node:crypto';
import { Service } from '@patchbay/kernel/di';
import { PatchbayError, validationFailed } from '@patchbay/kernel/errors';
import type { Outbound, OutboundReply } from '@patchbay/kernel/outbound';
import { OutboundFailure } from '@patchbay/kernel/outbound';
import type { Clock } from '@patchbay/kernel/telemetry';
import { webhookRefused, webhookTimedOut, webhookUnreachable } from '../../errors.ts';
import { mayBeSent } from './webhook-headers.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly method?: string | undefined;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface WebhookAnswer {
  readonly status: number;
  readonly content_type: string | null;
  /** Parsed when it is JSON. */
  readonly body: unknown;
  readonly truncated: boolean;
}

export interface SendOptions {
  readonly effect_id: string;
  readonly signal?: AbortSignal | undefined;
}

export interface WebhookOptions {
  /** Hosts that may be private (FABRIC_WEBHOOK_ALLOWED_HOSTS). */
  readonly allowedHosts: readonly string[];
  /** Without one nothing is signed. */
  readonly signingSecret: string | undefined;
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 16_384;

/** Requests of `fabric.webhook` (SPEC 6.2): signed over timestamp and raw body, at least once, one id per effect. */
export class WebhookSender extends Service<{
  outbound: Pick<Outbound, 'send'>;
  clock: Clock;
  options: WebhookOptions;
}> {
  /** Throws for a destination that is not allowed, not reached, too slow, or that answers anything but 2xx. */
  async send(
    { url, method = 'POST', payload, headers = {} }: WebhookRequest,
    { effect_id, signal }: SendOptions,
  ): Promise<WebhookAnswer> {
    assertSendable(headers);
    const body = method === 'GET' ? '' : (JSON.stringify(payload ?? null) ?? 'null');
    const reply = await this.#exchange({
      policy: 'public',
      url,
      method,
      headers: {
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...folded(headers),
        ...this.#own(effect_id, body),
      },
      ...(method === 'GET' ? {} : { body }),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      allowedHosts: this.parts.options.allowedHosts,
      keepAlive: true,
      ...(signal ? { signal } : {}),
    });
    if (reply.status < 200 || reply.status > 299) throw refusalOf(reply);
    return answerOf(reply);
  }

  async #exchange(request: Parameters<Outbound['send']>[0]): Promise<OutboundReply> {
    try {
      return await this.parts.outbound.send(request);
    } catch (cause) {
      if (!(cause instanceof OutboundFailure)) throw cause;
      if (cause.code === 'ETIMEDOUT' || cause.code === 'ABORT_ERR') throw webhookTimedOut({ cause });
      throw webhookUnreachable({ message: `The destination could not be reached: ${cause.code}.`, cause });
    }
  }

  /** Set last: a caller cannot bring a signature or an id of its own. */
  #own(effect_id: string, body: string): Record<string, string> {
    const { signingSecret } = this.parts.options;
    if (!signingSecret) return { 'x-fabric-delivery': effect_id };
    const timestamp = String(Math.floor(this.parts.clock.now().getTime() / 1_000));
    const signature = createHmac('sha256', signingSecret).update(`${timestamp}.${body}`).digest('hex');
    return {
      'x-fabric-delivery': effect_id,
      'x-fabric-timestamp': timestamp,
      'x-fabric-signature': `sha256=${signature}`,
    };
  }
}

/** Answer of the destination, which decides whether a retry may help. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

/** Answers below 500 that another try may change. */
const PASSING = new Set([408, 425, 429]);
const MAX_WAIT_SECONDS = 3_600;

/** Whether the destination will answer a later try of the same request no better. */
export function isLastingRefusal(error: unknown): boolean {
  if (!(error instanceof PatchbayError && webhookRefused.matches(error))) return false;
  const { cause } = error;
  return cause instanceof Refusal && cause.status < 500 && !PASSING.has(cause.status);
}

function refusalOf({ status, headers }: OutboundReply): Error {
  const seconds = Number(headers['retry-after']);
  return webhookRefused({
    message: `The destination answered ${status}.`,
    cause: new Refusal(status),
    ...(seconds > 0 ? { retryAfterSeconds: Math.min(seconds, MAX_WAIT_SECONDS) } : {}),
  });
}

/** Checks the rendered params: the operation's schema is checked before, and templates are filled in after it. */
function assertSendable(headers: Readonly<Record<string, string>>): void {
  const details = Object.keys(headers)
    .filter((name) => !mayBeSent(name))
    .map((name) => ({ field: `headers.${name}`, message: 'is not for callers to set', type: 'not_allowed' }));
  if (details.length > 0) throw validationFailed({ details });
}

const folded = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function answerOf(reply: OutboundReply): WebhookAnswer {
  const content_type = reply.headers['content-type'] ?? null;
  const { status, truncated, body } = reply;
  return { status, content_type, truncated, body: content_type?.includes('json') ? parsed(body) : body };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
