import { PatchbayError } from '@patchbay/kernel/errors';
import type { Outbound } from '@patchbay/kernel/outbound';
import { AdapterError } from '@patchbay/module-gateway/contract';
import type { Send } from './transport.ts';

/**
 * Carries requests through the platform's one outbound client, under the policy for equipment (DECISIONS 33). No
 * connection is kept: every call is a POST, and one sent on a connection that the device has just closed would leave
 * its effect unknown.
 */
export const outboundSend =
  (outbound: Pick<Outbound, 'send'>): Send =>
  async (request) => {
    try {
      const { status, headers, body, truncated } = await outbound.send({ ...request, policy: 'equipment' });
      if (truncated)
        throw new AdapterError('adapter_error', 'unknown', 'The answer of the device is too large.');
      return { status, headers: plainHeaders(headers), body };
    } catch (error) {
      // What the client itself refuses was not sent, and says so better than a broken connection would.
      if (error instanceof PatchbayError)
        throw new AdapterError('adapter_connection_error', 'not_sent', error.message, error);
      throw error;
    }
  };

const plainHeaders = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  );
