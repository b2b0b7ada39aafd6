import { createHash } from 'node:crypto';
import { LabController } from '../lab-controller.ts';
import { clientDevices, type LoginOptions, loginOf, type RebootOptions } from '../lab-options.ts';
import { OpenWrtDevice } from './device.ts';
import { UbusProduct } from './ubus-product.ts';
import type { Section } from './uci/section-names.ts';

export interface OpenWrtOptions extends LoginOptions, RebootOptions {
  readonly hostname?: string;
  /** First five bytes of its hardware addresses. */
  readonly serial?: string;
  /** Release it runs, for tests of older ones. */
  readonly version?: string;
}

/** A simulated OpenWrt access point on 127.0.0.1, with its control server beside it. */
export class OpenWrtController extends LabController {
  readonly vendor = 'openwrt';
  readonly #device: OpenWrtDevice;

  constructor(options: OpenWrtOptions = {}) {
    super(options);
    const credentials = loginOf(options, 'root');
    this.#device = new OpenWrtDevice(this.clock, {
      ...credentials,
      hostname: options.hostname ?? 'lab-ap',
      serial: options.serial ?? '02:AB:00:00:01',
      devices: clientDevices(options),
      version: options.version ?? '24.10.2',
    });
    const product = new UbusProduct(this.#device, { restart: () => this.#restart() });
    this.serve({
      product,
      credentials,
      common_name: options.hostname ?? 'OpenWrt',
      summary: () => ({
        product: `OpenWrt ${this.#device.firmware.version}`,
        uptime: this.#device.uptimeSeconds(),
      }),
    });
  }

  /** Of the configuration alone, in whatever order a section has its options: a list that is set anew moves to the end. */
  override stateHash(): string {
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
    this.#device.booted(this.clock.now() + this.rebootMs);
    this.reboot();
  }
}
