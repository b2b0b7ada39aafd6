import { createHmac } from 'node:crypto';
import type { Secret } from '@patchbay/kernel/secrets';

/**
 * Value of `X-Webhook-Signature` (SPEC 6.2): `sha256=<hex HMAC-SHA256>` over timestamp, dot, body. While a former
 * secret is still valid there is one for each, the present one first, parted by a comma.
 */
export const signatureHeader = (secrets: readonly Secret[], timestamp: number, body: string): string =>
  secrets
    .map((secret) => createHmac('sha256', secret.reveal()).update(`${timestamp}.${body}`).digest('hex'))
    .map((digest) => `sha256=${digest}`)
    .join(',');
