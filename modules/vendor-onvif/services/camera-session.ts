import { Service } from '@patchbay/kernel/di';
import type { Artifact } from '@patchbay/kernel/fabric';
import {
  AdapterError,
  type ControllerFacts,
  type DeviceFacts,
  type Sighting,
  type Sightings,
  type Snapshot,
  type VendorSession,
} from '@patchbay/vendor-kit';
import type { CameraClient } from './camera-client.ts';
import { type Element, fieldsOf, textIn } from './element.ts';
import { readNotice } from './read-notice.ts';

type Client = Pick<CameraClient, 'device' | 'picture' | 'subscribe' | 'pull'>;

/** Longer than between two questions; each of them keeps it for a while. */
const SUBSCRIBED_SECONDS = 120;
const MAX_MESSAGES = 100;

/** A conversation with one camera, which is a controller with one device: itself. */
export class CameraSession extends Service<{ client: Client; host: string }> implements VendorSession {
  async probe(): Promise<ControllerFacts> {
    return factsOf(await this.parts.client.device('GetDeviceInformation'), await this.#name());
  }

  async snapshot(): Promise<Snapshot> {
    const controller = await this.probe();
    const { name, model, version, serial } = controller;
    const camera: DeviceFacts = {
      external_id: serial ?? this.parts.host,
      name: name ?? model ?? this.parts.host,
      kind: 'camera',
      status: 'online',
      ip: this.parts.host,
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
    return this.parts.client.picture();
  }

  /** A subscription that the camera has lost is made anew; events in between are lost with it. */
  async sightings(held: string | null): Promise<Sightings> {
    const subscription = held ?? (await this.parts.client.subscribe(SUBSCRIBED_SECONDS));
    try {
      const seen = await this.#seenAt(subscription);
      return { subscription, seen };
    } catch (error) {
      if (held === null || !(error instanceof AdapterError) || error.outcome !== 'refused') throw error;
      if (error.type === 'adapter_authentication_error') throw error;
      return this.sightings(null);
    }
  }

  async #seenAt(subscription: string): Promise<readonly Sighting[]> {
    const messages = await this.parts.client.pull(subscription, MAX_MESSAGES);
    const notices = messages.map(readNotice).filter((notice) => notice !== null);
    if (notices.length === 0) return [];
    const { serial } = await this.probe();
    return notices.map((notice) => ({ ...notice, external_id: serial ?? this.parts.host }));
  }

  /** Some cameras have no name of their own. */
  async #name(): Promise<string | null> {
    try {
      const { HostnameInformation } = await this.parts.client.device('GetHostname');
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
