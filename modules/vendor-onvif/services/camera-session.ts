import type { Artifact } from '@patchbay/kernel/fabric';
import {
  AdapterError,
  type ControllerFacts,
  type DeviceFacts,
  type Snapshot,
  type VendorSession,
} from '@patchbay/module-gateway/contract';
import type { CameraClient } from './camera-client.ts';
import { type Element, fieldsOf, textIn } from './soap.ts';

/** A conversation with one camera, which is a controller with one device: itself. */
export class CameraSession implements VendorSession {
  readonly #client: Pick<CameraClient, 'device' | 'picture'>;
  readonly #host: string;

  constructor(client: Pick<CameraClient, 'device' | 'picture'>, host: string) {
    this.#client = client;
    this.#host = host;
  }

  async probe(): Promise<ControllerFacts> {
    return factsOf(await this.#client.device('GetDeviceInformation'), await this.#name());
  }

  async snapshot(): Promise<Snapshot> {
    const controller = await this.probe();
    const { name, model, version, serial } = controller;
    const camera: DeviceFacts = {
      external_id: serial ?? this.#host,
      name: name ?? model ?? this.#host,
      kind: 'camera',
      status: 'online',
      ip: this.#host,
      mac: null,
      model,
      firmware: version,
      serial,
    };
    return { controller, devices: [camera], objects: {} };
  }

  async list(): Promise<null> {
    return null;
  }

  picture(): Promise<Artifact> {
    return this.#client.picture();
  }

  /** Some cameras have no name of their own. */
  async #name(): Promise<string | null> {
    try {
      const { HostnameInformation } = await this.#client.device('GetHostname');
      return textOrNull(fieldsOf(HostnameInformation)['Name']);
    } catch (error) {
      if (error instanceof AdapterError && error.type === 'adapter_not_found') return null;
      throw error;
    }
  }
}

const factsOf = (told: Element, name: string | null): ControllerFacts => ({
  version: textIn(told['FirmwareVersion']),
  model: textOrNull(told['Model']),
  serial: textOrNull(told['SerialNumber']),
  name,
  capabilities: ['cameras'],
});

const textOrNull = (value: unknown): string | null => textIn(value) || null;
