import { randomBytes } from 'node:crypto';
import type { FirewallDevice } from './firewall-device.ts';
import type { Body } from './objects/object-calls.ts';
import { shown } from './objects/shown-objects.ts';
import { pingText } from './ping-text.ts';
import type { FirewallRecord } from './records.ts';
import { noObject } from './refusal.ts';
import type { Endpoint, Model } from './schema.ts';
import type { FirewallSignIn } from './sign-in.ts';

export interface FirewallPower {
  readonly restart: () => void;
  readonly powerOff: () => void;
  /** A new version starts with the next restart. */
  readonly upgrade: () => void;
}

export interface SpecialResult {
  readonly data: unknown;
  readonly afterwards?: () => void;
}

interface Call {
  readonly device: FirewallDevice;
  readonly signIn: FirewallSignIn;
  readonly power: FirewallPower;
  readonly model: Model;
  readonly endpoint: Endpoint;
  readonly body: Body;
}

type Special = (call: Call) => SpecialResult;

const made = ({ device, model, body }: Call): FirewallRecord =>
  device.writer.make(model, body, { parent: null, siblings: [], current: null });

/** A command whose output comes back with its answer. */
const printing =
  (output: (record: FirewallRecord) => string): Special =>
  (call) => {
    const record = { ...made(call) };
    record['output'] = output(record);
    record['result_code'] = 0;
    return { data: shown(call.device.schema, call.model, record, 0) };
  };

const specials: Readonly<Record<string, Special>> = {
  Ping: printing(({ host, count }) => pingText(String(host), Number(count))),
  CommandPrompt: printing(({ command }) => `the lab ran: ${command}`),
  SystemReboot: ({ power }) => ({ data: {}, afterwards: power.restart }),
  SystemHalt: ({ power }) => ({ data: {}, afterwards: power.powerOff }),
  SystemUpdate: ({ power }) => ({
    data: {},
    afterwards: () => {
      power.upgrade();
      power.restart();
    },
  }),
  RESTAPIJWT: ({ signIn }) => ({ data: { token: signIn.newToken() } }),
  RESTAPIKey: (call) => {
    const { device, model, endpoint } = call;
    const keys = device.records.list(model.name);
    const record = made(call);
    const key = randomBytes(Number(record['length_bytes'])).toString('hex');
    keys.push({ ...record, secret: key });
    device.written(model, endpoint, true, 'Added');
    return { data: { ...shown(device.schema, model, record, keys.length - 1), key } };
  },
  Service: (call) => {
    const { device, model } = call;
    const { name, action } = made(call);
    const services = device.records.list(model.name);
    const at = services.findIndex((each) => each['name'] === name);
    const service = services[at];
    if (service === undefined) throw noObject(name);
    service['status'] = action !== 'stop';
    device.records.touch(model.name);
    device.records.commit([model.name]);
    return { data: shown(device.schema, model, service, at) };
  },
};

/** What a POST on this model does where it does not make an object; undefined for ordinary models. */
export const specialOf = (model: Model): Special | undefined =>
  Object.hasOwn(specials, model.name) ? specials[model.name] : undefined;

/** Starts an apply path, or tells how far it is. */
export function applyCall(
  device: FirewallDevice,
  path: string,
  start: { readonly async: boolean } | null,
): unknown {
  if (start !== null) device.apply(path, start.async);
  const { applied, subsystems } = device.pending(path);
  if (path === '/api/v2/firewall/apply') return { applied, pending_subsystems: subsystems };
  if (path === '/api/v2/interface/apply') return { applied, pending_interfaces: [] };
  return { applied };
}
