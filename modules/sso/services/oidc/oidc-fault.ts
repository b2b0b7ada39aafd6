import { PatchbayError } from '@patchbay/kernel/errors';
import { OutboundFailure } from '@patchbay/kernel/outbound';

/** A provider's answer breaks the protocol; `reason` is for the audit record. */
export class OidcFault extends Error {
  override readonly name = 'OidcFault';
  readonly reason: string;

  constructor(reason: string) {
    super(`the OIDC provider cannot be used: ${reason}`);
    this.reason = reason;
  }
}

const MAX_CAUSES = 5;

/** Why a login failed: whether the provider could not be asked, and a stable word. */
export function whyOf(error: unknown): { readonly isUnreachable: boolean; readonly reason: string } {
  let each = error;
  for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth += 1) {
    if (each instanceof OutboundFailure) return { isUnreachable: true, reason: each.code };
    if (each instanceof PatchbayError && each.id.startsWith('outbound.'))
      return { isUnreachable: true, reason: each.id };
    if (each instanceof OidcFault) return { isUnreachable: false, reason: each.reason };
    if (each.name === 'TimeoutError') return { isUnreachable: true, reason: 'ETIMEDOUT' };
    each = each.cause;
  }
  return { isUnreachable: false, reason: codeOf(error) };
}

/** `invalid_grant` and the like from the provider, `OAUTH_…` from the library. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('error' in error && typeof error.error === 'string') return error.error.slice(0, 100);
  return 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 100) : error.name;
}
