import { Service } from '@patchbay/kernel/di';
import {
  type ControllerFacts,
  type DeviceFacts,
  type Phone,
  type Snapshot,
  textAt,
  type VendorSession,
} from '@patchbay/vendor-kit';
import type { AriClient } from './ari-client.ts';
import { phonesIn } from './phones.ts';

/** A conversation with one exchange. */
export class ExchangeSession extends Service<{ client: Pick<AriClient, 'get'> }> implements VendorSession {
  async probe(): Promise<ControllerFacts> {
    const told = await this.parts.client.get('/asterisk/info?only=system');
    const system: unknown =
      typeof told === 'object' && told !== null && 'system' in told ? told.system : null;
    return {
      version: textAt(system, 'version'),
      model: 'Asterisk',
      serial: textAt(system, 'entity_id') || null,
      name: null,
      capabilities: ['voip'],
    };
  }

  async snapshot(): Promise<Snapshot> {
    const controller = await this.probe();
    const devices = (await this.phones()).map((phone): DeviceFacts => {
      const { id, status } = phone;
      return {
        external_id: id,
        // Names of callers come and go with their calls.
        name: id,
        kind: 'phone',
        status: status === 'online' ? 'online' : 'offline',
        ip: null,
        mac: null,
        model: null,
        firmware: null,
        serial: null,
      };
    });
    return { controller, devices, objects: {} };
  }

  async list(): Promise<null> {
    return null;
  }

  async phones(): Promise<readonly Phone[]> {
    const endpoints = await this.parts.client.get('/endpoints');
    return phonesIn(endpoints, await this.parts.client.get('/channels'));
  }
}
