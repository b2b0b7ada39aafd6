import { createHmac, timingSafeEqual } from 'node:crypto';

/** A delivery as a receiver's HTTP server gives it. */
export interface WebhookRequest {
  /** `IncomingMessage.headers` of Node, or any object of header names, whatever their case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw body, before anything has parsed it: the signature is over its bytes. */
  readonly body: string | Uint8Array;
}

/** Secrets and tolerance of a receiver. */
export interface VerifyOptions {
  /** The webhook's secret; during a rotation the present one and the next, in any order; at most 10. */
  readonly secrets: string | readonly string[];
  /** Largest distance of the timestamp from now, in seconds; default 300. Older deliveries may be replayed by
   * others. */
  readonly toleranceSeconds?: number;
  /** Default: the machine's time. */
  readonly now?: Date;
}

/** Why a delivery is not to be believed. */
export type Refusal =
  | 'signature_missing'
  | 'signature_wrong'
  | 'timestamp_missing'
  | 'timestamp_outside_tolerance';

/** Verified facts of a delivery, or the reason of the refusal. */
export type Verification =
  | {
      readonly ok: true;
      /** Of the delivery; the same for every try, so a receiver that knows it has it already. */
      readonly id: string;
      readonly event_type: string;
      /** Place of the event among all of this webhook: 1, 2, 3 …; repetitions keep it. 0: a test. */
      readonly sequence: number;
      readonly sent_at: Date;
    }
  | { readonly ok: false; readonly reason: Refusal };

const DEFAULT_TOLERANCE_SECONDS = 300;
const MAX_SECRETS = 10;
const MAX_SIGNATURES = 10;
const MAX_HEADER_CHARACTERS = 2_000;
const SIGNATURE = /^sha256=([0-9a-f]{64})$/;
const SECONDS = /^\d{1,12}$/;

/**
 * Verifies that a delivery came from the platform: `X-Webhook-Signature` must hold, for one of the secrets,
 * `sha256=` and the hex HMAC-SHA256 over `X-Webhook-Timestamp`, a dot and the raw body. While a secret is being
 * rotated the header holds two, parted by a comma; one that is right is enough. Compares in constant time and never
 * throws for what a sender says; throws `TypeError` for secrets that are missing or too many.
 *
 * ```ts
 * const verified = verifyWebhook({ headers: request.headers, body: rawBody }, { secrets: SECRET });
 * if (!verified.ok) return response.writeHead(401).end();
 * ```
 *
 * Only `X-Webhook-Timestamp` and the body are signed: believe what the body says (`delivery.id`, `delivery.sequence`,
 * `event_type`; a template may name them), and take the headers, which are answered here, as hints for sorting.
 */
export function verifyWebhook({ headers, body }: WebhookRequest, options: VerifyOptions): Verification {
  const secrets = typeof options.secrets === 'string' ? [options.secrets] : options.secrets;
  if (secrets.length === 0 || secrets.length > MAX_SECRETS || secrets.some((secret) => secret === ''))
    throw new TypeError(`secrets: 1 to ${MAX_SECRETS}, none of them empty`);
  const timestamp = headerOf(headers, 'x-webhook-timestamp');
  if (timestamp === undefined || !SECONDS.test(timestamp)) return { ok: false, reason: 'timestamp_missing' };
  const given = signaturesIn(headerOf(headers, 'x-webhook-signature'));
  if (given.length === 0) return { ok: false, reason: 'signature_missing' };
  if (!isSigned(given, secrets, timestamp, body)) return { ok: false, reason: 'signature_wrong' };
  const { now = new Date(), toleranceSeconds = DEFAULT_TOLERANCE_SECONDS } = options;
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp);
  if (!(Math.abs(ageSeconds) <= toleranceSeconds))
    return { ok: false, reason: 'timestamp_outside_tolerance' };
  const sequence = headerOf(headers, 'x-webhook-sequence') ?? '';
  return {
    ok: true,
    id: headerOf(headers, 'x-webhook-id') ?? '',
    event_type: headerOf(headers, 'x-webhook-event') ?? '',
    sequence: SECONDS.test(sequence) ? Number(sequence) : 0,
    sent_at: new Date(Number(timestamp) * 1_000),
  };
}

function headerOf(headers: WebhookRequest['headers'], name: string): string | undefined {
  const found = Object.keys(headers).find((key) => key.toLowerCase() === name);
  const value = found === undefined ? undefined : headers[found];
  const text = typeof value === 'string' ? value : value?.join(',');
  return text === undefined || text.length > MAX_HEADER_CHARACTERS ? undefined : text;
}

function signaturesIn(header: string | undefined): readonly Buffer[] {
  return (header ?? '')
    .split(',', MAX_SIGNATURES)
    .flatMap((part) => SIGNATURE.exec(part.trim())?.[1] ?? [])
    .map((hex) => Buffer.from(hex, 'hex'));
}

/** Every pair is compared, so that the time does not reveal which one was right. */
function isSigned(
  given: readonly Buffer[],
  secrets: readonly string[],
  timestamp: string,
  body: string | Uint8Array,
): boolean {
  let matches = 0;
  for (const secret of secrets) {
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
    for (const signature of given) matches += Number(timingSafeEqual(expected, signature));
  }
  return matches > 0;
}
