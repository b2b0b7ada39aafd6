import { Service } from '@patchbay/kernel/di';
import type { Artifact } from '@patchbay/kernel/fabric';
import {
  type ControllerTarget,
  DeviceError,
  type Send,
  type TransportAnswer,
  transportFailure,
  unreadableAnswer,
} from '@patchbay/vendor-kit';
import { digestAnswer, type Login, usernameToken } from './credentials.ts';
import { type Element, fieldsOf, listOf, refused, textIn } from './element.ts';

const NOUN = 'camera';
const DEVICE_PATH = '/onvif/device_service';
const MEDIA = 'http://www.onvif.org/ver10/media/wsdl';
const EVENTS = 'http://www.onvif.org/ver10/events/wsdl';
const MAX_ADDRESS = 2_048;
const CALL_MS = 8_000;
const MAX_ANSWER_BYTES = 1_048_576;
const MAX_PICTURE_BYTES = 8 * 1_048_576;
const JPEG_BEGINS = Buffer.from([0xff, 0xd8, 0xff]);

export interface CameraClientOptions {
  readonly target: Pick<ControllerTarget, 'url' | 'tls' | 'guard'>;
  /** Null for cameras without authentication. */
  readonly login: Login | null;
  readonly now: () => Date;
}

/**
 * Speaks with one camera. It is always called at the controller's address: behind address translation cameras
 * name wrong ones, and no camera may send its credential elsewhere.
 */
export class CameraClient extends Service<{ send: Send; options: CameraClientOptions }> {
  #skewMs: Promise<number> | undefined;
  #services: Promise<readonly Element[]> | undefined;

  /** Answer of a call to the device service (`GetDeviceInformation`). */
  async device(action: string): Promise<Element> {
    return this.#signedCall(DEVICE_PATH, 'tds', action);
  }

  /** The present picture, of its first profile. */
  async picture(): Promise<Artifact> {
    const path = await this.#pathTo(MEDIA, 'media');
    const { Profiles } = await this.#signedCall(path, 'trt', 'GetProfiles');
    const token = textIn(fieldsOf(listOf(Profiles)[0])['@token']);
    if (token === '') throw unreadableAnswer(NOUN, 200, { isWrite: false });
    const given = { 'trt:ProfileToken': token };
    const { MediaUri } = await this.#signedCall(path, 'trt', 'GetSnapshotUri', given);
    return this.#fetch(this.#pathOf(textIn(fieldsOf(MediaUri)['Uri'])));
  }

  /** A subscription to what the camera reports, as the camera addresses it. */
  async subscribe(seconds: number): Promise<string> {
    const path = await this.#pathTo(EVENTS, 'event');
    const given = { 'tev:InitialTerminationTime': `PT${seconds}S` };
    const action = 'CreatePullPointSubscription';
    const header = addressed(`${EVENTS}/EventPortType/${action}Request`, null);
    const { SubscriptionReference } = await this.#signedCall(path, 'tev', action, given, header);
    const address = textIn(fieldsOf(SubscriptionReference)['Address']);
    if (address === '' || address.length > MAX_ADDRESS) throw unreadableAnswer(NOUN, 200, { isWrite: false });
    return address;
  }

  /** Messages that wait at a subscription, `most` at most. Throws when it is over. */
  async pull(address: string, most: number): Promise<readonly unknown[]> {
    const given = { 'tev:Timeout': 'PT0S', 'tev:MessageLimit': most };
    const header = addressed(`${EVENTS}/PullPointSubscription/PullMessagesRequest`, address);
    const path = this.#pathOf(address);
    const { NotificationMessage } = await this.#signedCall(path, 'tev', 'PullMessages', given, header);
    return listOf(NotificationMessage).slice(0, most);
  }

  async #pathTo(namespace: string, name: string): Promise<string> {
    this.#services ??= this.#listServices();
    const service = (await this.#services).find(({ Namespace }) => textIn(Namespace) === namespace);
    if (service === undefined)
      throw new DeviceError({
        type: 'adapter_not_found',
        outcome: 'refused',
        message: `the camera has no ${name} service`,
      });
    return this.#pathOf(textIn(service['XAddr']));
  }

  async #listServices(): Promise<readonly Element[]> {
    const given = { 'tds:IncludeCapability': 'false' };
    const { Service } = await this.#signedCall(DEVICE_PATH, 'tds', 'GetServices', given);
    return listOf(Service).map(fieldsOf);
  }

  /** Path of an address that the camera names, without the host. */
  #pathOf(address: string): string {
    const url = URL.parse(address, this.parts.options.target.url);
    if (url === null) throw unreadableAnswer(NOUN, 200, { isWrite: false });
    return `${url.pathname}${url.search}`;
  }

  async #signedCall(
    path: string,
    prefix: 'tds' | 'trt' | 'tev',
    action: string,
    given: Element = {},
    addressing: Element = {},
  ): Promise<Element> {
    const { login, now } = this.parts.options;
    if (login === null) return this.#call(path, addressing, prefix, action, given);
    this.#skewMs ??= this.#readSkew();
    const token = usernameToken(login, new Date(now().getTime() + (await this.#skewMs)));
    return this.#call(path, { ...addressing, ...token }, prefix, action, given);
  }

  /** Tokens count only near the camera's own time, which everybody may ask for. */
  async #readSkew(): Promise<number> {
    const { SystemDateAndTime } = await this.#call(DEVICE_PATH, {}, 'tds', 'GetSystemDateAndTime', {});
    const { Date: date, Time: time } = fieldsOf(fieldsOf(SystemDateAndTime)['UTCDateTime']);
    const number = (from: unknown, name: string): number => Number(textIn(fieldsOf(from)[name]));
    const at = Date.UTC(
      number(date, 'Year'),
      number(date, 'Month') - 1,
      number(date, 'Day'),
      number(time, 'Hour'),
      number(time, 'Minute'),
      number(time, 'Second'),
    );
    return Number.isFinite(at) ? at - this.parts.options.now().getTime() : 0;
  }

  async #call(
    path: string,
    header: Element,
    prefix: string,
    action: string,
    given: Element,
  ): Promise<Element> {
    const { envelope, readAnswer } = await import('./soap.ts');
    const { status, body } = await this.#exchange({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
      body: envelope(header, { [`${prefix}:${action}`]: given }),
      maxBytes: MAX_ANSWER_BYTES,
    });
    return readAnswer(status, body, `${action}Response`);
  }

  async #fetch(path: string): Promise<Artifact> {
    const { login } = this.parts.options;
    const request = { method: 'GET', path, headers: {}, maxBytes: MAX_PICTURE_BYTES };
    const first = await this.#exchange(request);
    if (first.status !== 401 || login === null) return pictureIn(first);
    const asked = { method: 'GET', uri: path };
    const authorization = digestAnswer(first.headers['www-authenticate'], asked, login);
    if (authorization === null) throw refused();
    return pictureIn(await this.#exchange({ ...request, headers: { authorization } }));
  }

  #exchange({
    path,
    ...request
  }: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly maxBytes: number;
  }): Promise<TransportAnswer> {
    const { url, tls, guard = (exchange) => exchange() } = this.parts.options.target;
    return guard(async () => {
      try {
        return await this.parts.send({ ...request, url: new URL(path, url).href, timeoutMs: CALL_MS, tls });
      } catch (error) {
        throw transportFailure(error, NOUN, { isWrite: false });
      }
    });
  }
}

/** Calls of the event services say what they are and whom they are for (WS-Addressing). */
const addressed = (action: string, to: string | null): Element => ({
  'wsa:Action': action,
  ...(to === null ? {} : { 'wsa:To': to }),
});

function pictureIn({ status, bytes = Buffer.alloc(0) }: TransportAnswer): Artifact {
  if (status === 401 || status === 403) throw refused();
  const isPicture = bytes.subarray(0, JPEG_BEGINS.length).equals(JPEG_BEGINS);
  if (status !== 200 || !isPicture) throw unreadableAnswer(NOUN, status, { isWrite: false });
  return { media_type: 'image/jpeg', bytes };
}
