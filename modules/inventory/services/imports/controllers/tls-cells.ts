import type { ControllerTls } from '../../../entities/controller.ts';
import { trustsAlike } from '../../controllers/trust.ts';
import type { ControllerRecord } from '../import-columns.ts';

/**
 * Trust in a certificate as a record leaves it; undefined when it says nothing else than is so. An empty cell leaves its
 * part alone: a certificate that was pinned is not forgotten because a file does not name it.
 */
export function tlsAfter(
  before: ControllerTls | undefined,
  { tls_verify, tls_fingerprint, tls_pin_on_first_use }: ControllerRecord['values'],
): ControllerTls | undefined {
  const held = before ?? { verify: true };
  const after = {
    ...held,
    ...(tls_verify === undefined ? {} : { verify: tls_verify }),
    ...(tls_fingerprint === undefined ? {} : { fingerprint: tls_fingerprint }),
    ...(tls_pin_on_first_use === undefined ? {} : { pin_on_first_use: tls_pin_on_first_use }),
  };
  return trustsAlike(after, held) ? undefined : after;
}
