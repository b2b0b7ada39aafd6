import { createHash, randomBytes } from 'node:crypto';
import type { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { clientDevices, LabMachine } from '../lab-machine.ts';
import type { Ledger } from '../ledger.ts';
import { OpenWrtDevice } from './device.ts';
import type { Section } from './section-names.ts';
import { UbusProduct } from './ubus-product.ts';

export interface OpenWrtOptions extends LabControllerOptions {
  readonly hostname?: string;
  /** First five bytes of its hardware addresses. */
  readonly serial?: string;
  readonly username?: string;
  readonly password?: string;
  /** Release it runs, for tests of older ones. */
  readonly version?: string;
  /** How long a restart refuses connections, in milliseconds of the lab clock. */
  readonly reboot_ms?: number;
}

/** A simulated OpenWrt access point on 127.0.0.1, with its control server beside it. */
export class OpenWrtController implements LabController {
  readonly vendor = 'openwrt';
  readonly clock = new LabClock();
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly #rebootMs: number;
  readonly #device: OpenWrtDevice;
  readonly #machine: LabMachine;

  constructor(options: OpenWrtOptions = {}) {
    this.#rebootMs = options.reboot_ms ?? 3_000;
    const credentials = {
      username: options.username ?? 'root',
      password: options.password ?? randomBytes(12).toString('base64url'),
    };
    this.#device = new OpenWrtDevice(this.clock, {
      ...credentials,
      hostname: options.hostname ?? 'lab-ap',
      serial: options.serial ?? '02:AB:00:00:01',
      devices: clientDevices(options),
      version: options.version ?? '24.10.2',
    });
    const product = new UbusProduct(this.#device, { restart: () => this.#restart() });
    this.#machine = new LabMachine({
      vendor: this.vendor,
      clock: this.clock,
      product,
      options,
      credentials,
      common_name: options.hostname ?? 'OpenWrt',
      summary: () => ({
        product: `OpenWrt ${this.#device.firmware.version}`,
        uptime: this.#device.uptimeSeconds(),
      }),
      state: () => this.state(),
    });
    this.faults = this.#machine.faults;
    this.ledger = this.#machine.ledger;
  }

  start(): Promise<LabEndpoint> {
    return this.#machine.start();
  }

  stop(): Promise<void> {
    return this.#machine.stop();
  }

  /** Of the configuration alone, in whatever order a section has its options: a list that is set anew moves to the end. */
  stateHash(): string {
    const { uci } = this.#device;
    const options = (section: Section) => Object.entries(section.options).sort();
    const files = uci
      .configs()
      .map((config) =>
        [uci.saved(config), uci.running(config)].map((sections) =>
          sections.map((section) => [section.name, section.type, options(section)]),
        ),
      );
    return createHash('sha256').update(JSON.stringify(files)).digest('hex');
  }

  /** Switches the device off, for a time on the lab clock or for good, or on again. */
  power(up: boolean, forMs?: number): Promise<void> {
    return this.#machine.power(up, forMs);
  }

  /** What the daemons run, by file; `rpcd`, which holds logins, is left out. */
  running(config: string): readonly Section[] {
    return this.#device.uci.running(config);
  }

  /** What stands in a file of `/etc/config`, whether or not a daemon has read it. */
  saved(config: string): readonly Section[] {
    return this.#device.uci.saved(config);
  }

  file(path: string): Buffer | undefined {
    return this.#device.files.get(path);
  }

  /** Puts files in the place of the factory's, for exchanges recorded elsewhere. */
  install(configs: Readonly<Record<string, readonly Section[]>>): void {
    this.#device.uci.install(configs);
  }

  /** Ends every login, as a restart of rpcd does. */
  endSessions(): void {
    this.#device.sessions.endAll();
  }

  state(): Readonly<Record<string, unknown>> {
    const { uci, services, radios, downInterfaces, firmware } = this.#device;
    const configs = uci.configs().filter((config) => config !== 'rpcd');
    const copyOf = (read: (config: string) => readonly Section[]) =>
      Object.fromEntries(configs.map((config) => [config, read(config)]));
    return {
      saved: copyOf((config) => uci.saved(config)),
      running: copyOf((config) => uci.running(config)),
      waits_for_confirm: uci.isWaiting,
      services: services.list(),
      radios: radios.state(),
      down: [...downInterfaces],
      firmware: firmware.version,
    };
  }

  #restart(): void {
    this.#device.booted(this.clock.now() + this.#rebootMs);
    this.#machine.goDown(this.#rebootMs);
  }

  /** What the bench tells of the device. */
  summary(): Readonly<Record<string, unknown>> {
    return this.#machine.summary();
  }
}
