import { createHash } from 'node:crypto';
import type { LabAnswer, LabProduct, LabRequest, StandardRefusal } from '../lab-product.ts';
import type { Camera } from './camera.ts';
import { unknownPoint } from './pull-points.ts';
import type { SignIn } from './sign-in.ts';
import { envelope, escaped, fault, readCall, type SoapCall } from './soap.ts';

const DEVICE = '/onvif/device_service';
const MEDIA = '/onvif/media_service';
const EVENTS = '/onvif/event_service';
const PULL_POINT = '/onvif/pull_point/';
const PICTURE = '/onvif/snapshot';
const PROFILE = 'profile_1';
/** Answered to anybody, so that clients can set their clocks. */
const open: ReadonlySet<string> = new Set(['GetSystemDateAndTime', 'GetServices']);

type Handler = (call: SoapCall) => string;

/** An ONVIF camera: its device and media services, and its pictures over plain HTTP. */
export class CameraProduct implements LabProduct {
  readonly sessionLimitMs = 30_000;
  readonly #camera: Camera;
  readonly #signIn: SignIn;
  /** As the camera tells its own addresses: cameras behind address translation tell the wrong ones. */
  readonly #ownAddress: string;
  readonly #handlers: Readonly<Record<string, Readonly<Record<string, Handler>>>>;

  constructor(camera: Camera, signIn: SignIn, ownAddress: string) {
    this.#camera = camera;
    this.#signIn = signIn;
    this.#ownAddress = ownAddress;
    this.#handlers = {
      [DEVICE]: this.#deviceCalls(),
      [MEDIA]: this.#mediaCalls(),
      [EVENTS]: this.#eventCalls(),
    };
  }

  authenticate(request: LabRequest): LabAnswer | null {
    if (request.path === PICTURE) {
      const uri = `${request.path}${request.query.size > 0 ? `?${request.query}` : ''}`;
      if (this.#signIn.isPictureSigned(request.method, uri, request.headers.authorization)) return null;
      return { status: 401, headers: { 'www-authenticate': this.#signIn.challenge() }, body: '' };
    }
    const call = readCall(request.body);
    if (call === null || open.has(call.action) || this.#signIn.isCallSigned(call)) return null;
    return this.refusal('unauthorized');
  }

  isWrite(): boolean {
    return false;
  }

  execute({ method, path, query, body }: LabRequest): LabAnswer {
    if (path === PICTURE && method === 'GET') return this.#picture(query.get('profile'));
    const point = path.startsWith(PULL_POINT) ? Number(path.slice(PULL_POINT.length)) : null;
    const handlers = point === null ? this.#handlers[path] : this.#pointCalls(point);
    if (handlers === undefined || method !== 'POST') return { status: 404, body: '' };
    const call = readCall(body);
    if (call === null) return soap(400, fault('Sender', 'WellFormed', 'Not well-formed'));
    const handler = handlers[call.action];
    if (handler === undefined)
      return soap(400, fault('Receiver', 'ActionNotSupported', 'Optional Action Not Implemented'));
    const answer = handler(call);
    return answer.startsWith('<?xml') ? soap(400, answer) : soap(200, envelope(answer));
  }

  refusal(kind: StandardRefusal): LabAnswer {
    if (kind === 'unauthorized') return soap(400, fault('Sender', 'NotAuthorized', 'Sender not Authorized'));
    if (kind === 'rate_limited') return { status: 503, headers: { 'retry-after': '1' }, body: '' };
    return { status: kind === 'too_large' ? 413 : 500, body: '' };
  }

  stateHash(): string {
    return createHash('sha256').update(JSON.stringify(this.#camera.scene)).digest('hex');
  }

  #picture(profile: string | null): LabAnswer {
    if (profile !== PROFILE) return { status: 404, body: '' };
    return {
      status: 200,
      headers: { 'content-type': 'image/jpeg' },
      body: null,
      bytes: this.#camera.picture(),
    };
  }

  #deviceCalls(): Readonly<Record<string, Handler>> {
    const camera = this.#camera;
    return {
      GetSystemDateAndTime: () => {
        const now = camera.utc();
        const time = `<tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second>`;
        const date = `<tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day>`;
        return `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType><tt:UTCDateTime><tt:Time>${time}</tt:Time><tt:Date>${date}</tt:Date></tt:UTCDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`;
      },
      GetServices: () => {
        const service = (namespace: string, path: string) =>
          `<tds:Service><tds:Namespace>${namespace}</tds:Namespace><tds:XAddr>${this.#ownAddress}${path}</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor></tds:Version></tds:Service>`;
        return `<tds:GetServicesResponse>${service('http://www.onvif.org/ver10/device/wsdl', DEVICE)}${service('http://www.onvif.org/ver10/media/wsdl', MEDIA)}${service('http://www.onvif.org/ver10/events/wsdl', EVENTS)}</tds:GetServicesResponse>`;
      },
      GetDeviceInformation: () =>
        `<tds:GetDeviceInformationResponse><tds:Manufacturer>Lab</tds:Manufacturer><tds:Model>${escaped(camera.model)}</tds:Model><tds:FirmwareVersion>${escaped(camera.firmware)}</tds:FirmwareVersion><tds:SerialNumber>${escaped(camera.serial)}</tds:SerialNumber><tds:HardwareId>1</tds:HardwareId></tds:GetDeviceInformationResponse>`,
      GetHostname: () =>
        `<tds:GetHostnameResponse><tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>${escaped(camera.name)}</tt:Name></tds:HostnameInformation></tds:GetHostnameResponse>`,
    };
  }

  #eventCalls(): Readonly<Record<string, Handler>> {
    const { pullPoints } = this.#camera;
    return {
      CreatePullPointSubscription: ({ given }) => {
        const number = pullPoints.create(secondsIn(given['InitialTerminationTime']));
        if (number === null) return fault('Receiver', 'MaxSubscriptions', 'Too many subscriptions');
        return (
          `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference><wsa:Address>${this.#ownAddress}${PULL_POINT}${number}</wsa:Address></tev:SubscriptionReference>` +
          `<wsnt:CurrentTime>${this.#camera.utc().toISOString()}</wsnt:CurrentTime><wsnt:TerminationTime>${pullPoints.endOf(number).toISOString()}</wsnt:TerminationTime></tev:CreatePullPointSubscriptionResponse>`
        );
      },
    };
  }

  #pointCalls(number: number): Readonly<Record<string, Handler>> {
    const { pullPoints } = this.#camera;
    return {
      PullMessages: ({ given }) => {
        const most = Number(given['MessageLimit']);
        const messages = pullPoints.pull(number, most, MIN_POINT_SECONDS);
        if (messages === null) return unknownPoint();
        return `<tev:PullMessagesResponse><tev:CurrentTime>${this.#camera.utc().toISOString()}</tev:CurrentTime><tev:TerminationTime>${pullPoints.endOf(number).toISOString()}</tev:TerminationTime>${messages.join('')}</tev:PullMessagesResponse>`;
      },
      Unsubscribe: () => (pullPoints.drop(number) ? '<wsnt:UnsubscribeResponse/>' : unknownPoint()),
    };
  }

  #mediaCalls(): Readonly<Record<string, Handler>> {
    return {
      GetProfiles: () =>
        `<trt:GetProfilesResponse><trt:Profiles token="${PROFILE}" fixed="true"><tt:Name>main</tt:Name></trt:Profiles></trt:GetProfilesResponse>`,
      GetSnapshotUri: ({ given }) =>
        `<trt:GetSnapshotUriResponse><trt:MediaUri><tt:Uri>${escaped(`${this.#ownAddress}${PICTURE}?profile=${String(given['ProfileToken'] ?? '')}`)}</tt:Uri><tt:InvalidAfterConnect>false</tt:InvalidAfterConnect><tt:InvalidAfterReboot>true</tt:InvalidAfterReboot><tt:Timeout>PT0S</tt:Timeout></trt:MediaUri></trt:GetSnapshotUriResponse>`,
    };
  }
}

/** A pull keeps its subscription for so long. */
const MIN_POINT_SECONDS = 60;

const secondsIn = (duration: unknown): number =>
  Number(/^PT(\d{1,6})S$/.exec(String(duration))?.[1] ?? MIN_POINT_SECONDS);

const soap = (status: number, body: string): LabAnswer => ({
  status,
  headers: { 'content-type': 'application/soap+xml; charset=utf-8' },
  body,
});
