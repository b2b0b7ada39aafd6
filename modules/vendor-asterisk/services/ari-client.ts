import { Service } from '@patchbay/kernel/di';
import {
  type ControllerTarget,
  DeviceError,
  deviceWords,
  type Send,
  textAt,
  transportFailure,
  unreadableAnswer,
} from '@patchbay/vendor-kit';

const NOUN = 'exchange';
const CALL_MS = 8_000;
const MAX_ANSWER_BYTES = 16 * 1_048_576;

/** Reads from one exchange over its REST interface; nothing here writes. */
export class AriClient extends Service<{
  send: Send;
  target: Pick<ControllerTarget, 'url' | 'tls' | 'guard' | 'credential'>;
}> {
  /** The answer to `GET /ari<path>`. Throws `AdapterError`. */
  get(path: string): Promise<unknown> {
    const { url, tls, credential, guard = (exchange) => exchange() } = this.parts.target;
    if (credential === null || credential.username === null)
      return Promise.reject(refused('an Asterisk exchange needs a credential with a user name'));
    const login = Buffer.from(`${credential.username}:${credential.secret}`).toString('base64');
    return guard(async () => {
      const request = {
        url: new URL(`/ari${path}`, url).href,
        method: 'GET',
        headers: { authorization: `Basic ${login}`, accept: 'application/json' },
        timeoutMs: CALL_MS,
        maxBytes: MAX_ANSWER_BYTES,
        tls,
      };
      const { status, body } = await this.parts.send(request).catch((error: unknown) => {
        throw transportFailure(error, NOUN, { isWrite: false });
      });
      return readAnswer(status, body);
    });
  }
}

const refused = (message: string): DeviceError =>
  new DeviceError({ type: 'adapter_authentication_error', outcome: 'refused', message });

function readAnswer(status: number, body: string): unknown {
  if (status === 401 || status === 403) throw refused('the exchange refused the credential');
  const parsed = jsonIn(body);
  if (status === 200 && parsed !== undefined) return parsed;
  if (status === 200) throw unreadableAnswer(NOUN, status, { isWrite: false });
  const detail = deviceWords(textAt(parsed, 'message'));
  throw new DeviceError({
    type: status === 404 ? 'adapter_not_found' : 'adapter_error',
    outcome: 'refused',
    status,
    message: `the exchange answered ${detail || status}`,
  });
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
