import { createHash } from 'node:crypto';
import type { LabClock } from '../lab-clock.ts';
import { type Firmware, firmwareOf } from './firmware.ts';
import { RadioClients } from './radio-clients.ts';
import { factoryConfiguration } from './seed.ts';
import { type Lease, seedSite } from './seed-site.ts';
import { Services } from './services.ts';
import { UbusSessions } from './ubus/ubus-sessions.ts';
import { UciState } from './uci/uci-state.ts';

export interface DeviceOptions {
  readonly username: string;
  readonly password: string;
  readonly hostname: string;
  readonly serial: string;
  /** Stations and leases behind the device. */
  readonly devices: number;
  readonly version: string;
}

/** One access point: configuration, files, services, radios and what it knows of the site behind it. */
export class OpenWrtDevice {
  readonly clock: LabClock;
  readonly uci: UciState;
  readonly sessions: UbusSessions;
  readonly services = new Services();
  readonly radios: RadioClients;
  readonly files = new Map<string, Buffer>();
  readonly downInterfaces = new Set<string>();
  readonly options: DeviceOptions;
  leases: readonly Lease[];
  firmware: Firmware;
  #password: string;
  #bootedAt: number;

  constructor(clock: LabClock, options: DeviceOptions) {
    this.clock = clock;
    this.options = options;
    this.uci = new UciState(clock);
    this.sessions = new UbusSessions(clock, (session) => this.uci.forget(session));
    this.radios = new RadioClients();
    this.firmware = firmwareOf(options.version);
    this.#password = options.password;
    this.#bootedAt = clock.now() - 1_234_567_000;
    this.uci.install(factoryConfiguration(options.hostname));
    this.leases = seedSite(this.radios, options.devices);
  }

  isLogin(username: string, password: string): boolean {
    return username === this.options.username && password === this.#password;
  }

  setPassword(username: string, password: string): boolean {
    if (username !== this.options.username) return false;
    this.#password = password;
    return true;
  }

  uptimeSeconds(): number {
    return Math.max(0, Math.floor((this.clock.now() - this.#bootedAt) / 1_000));
  }

  /** Everything in memory is gone: sessions, staged steps, `/tmp`. */
  booted(at: number): void {
    this.#bootedAt = at;
    this.sessions.endAll();
    this.uci.restart();
    this.downInterfaces.clear();
    for (const path of [...this.files.keys()]) if (path.startsWith('/tmp/')) this.files.delete(path);
    this.firmware = firmwareOf(this.firmware.next ?? this.firmware.version);
  }

  /** Back to what the factory shipped; the login on the label stays good. */
  factoryReset(): void {
    this.files.clear();
    this.leases = [];
    this.radios.clear();
    this.#password = this.options.password;
    this.uci.install(factoryConfiguration('OpenWrt'));
  }

  hash(): string {
    const files = [...this.files].map(([path, content]) => [path, content.toString('base64')]);
    const rest = [
      this.uci.hash(),
      files,
      this.services.state(),
      [...this.downInterfaces],
      this.radios.state(),
    ];
    const secret = createHash('sha256').update(this.#password).digest('hex');
    return createHash('sha256')
      .update(JSON.stringify([...rest, secret, this.firmware]))
      .digest('hex');
  }
}
