import { PatchbayError } from '@patchbay/kernel/errors';
import { type Outbound, OutboundFailure } from '@patchbay/kernel/outbound';
import { AdapterError } from '../adapter-errors.ts';
import type { ControllerTarget } from '../controller.ts';
import type { Send } from './transport.ts';
import { fenceNow } from './write-fence.ts';

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const OVERTAKEN = 'The platform stood still before this was sent, and no longer may.';

/**
 * Carries requests through the platform's one outbound client, under the policy for equipment (DECISIONS 33).
 * Connections are kept for reading only: a write on one that the controller has just closed would leave its effect unknown.
 */
export function outboundSend(
  outbound: Pick<Outbound, 'send'>,
  { through }: Pick<ControllerTarget, 'through'> = {},
): Send {
  const send = carrying(outbound);
  return through?.(send) ?? send;
}

const carrying =
  (outbound: Pick<Outbound, 'send'>): Send =>
  async (request) => {
    try {
      const keepAlive = request.method === 'GET';
      const { status, headers, body, bytes, truncated } = await outbound.send({
        ...request,
        policy: 'equipment',
        keepAlive,
        mayBegin: fenceNow(),
      });
      if (truncated)
        throw new AdapterError('adapter_error', 'unknown', 'The answer of the controller is too large.');
      return { status, headers: plainHeaders(headers), cookies: headers['set-cookie'] ?? [], body, bytes };
    } catch (error) {
      // A request that the client itself refuses was not sent, which is more than a broken connection says.
      if (error instanceof PatchbayError)
        throw new AdapterError('adapter_connection_error', 'not_sent', error.message, error);
      if (error instanceof OutboundFailure && error.code === 'ECANCELED')
        throw new AdapterError('adapter_connection_error', 'not_sent', OVERTAKEN, error);
      throw error;
    }
  };

const plainHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), String(value)]],
    ),
  );
