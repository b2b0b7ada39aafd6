import { randomBytes } from 'node:crypto';
import type { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { clientDevices, LabMachine } from '../lab-machine.ts';
import type { Ledger } from '../ledger.ts';
import { seed } from './seed.ts';
import { Sessions } from './sessions.ts';
import { Tables } from './tables.ts';
import { UnifiProduct } from './unifi-product.ts';

export interface UnifiOptions extends LabControllerOptions {
  readonly username?: string;
  readonly password?: string;
  readonly api_key?: string;
  /** Version of the network application; below 9 there is no integration interface. */
  readonly version?: string;
  readonly zone_firewall?: boolean;
  /** The application alone, without a console around it. */
  readonly self_hosted?: boolean;
  /** Names of further sites beside `default`, which is called `Default`. */
  readonly sites?: readonly string[];
  /** How long the devices take to follow a write, in milliseconds of the lab clock. */
  readonly provisioning_ms?: number;
  /** How long a reboot refuses connections, in milliseconds of the lab clock. */
  readonly reboot_ms?: number;
}

/** A simulated UniFi console on 127.0.0.1, with its control server beside it. */
export class UnifiController implements LabController {
  readonly vendor = 'unifi';
  readonly clock = new LabClock();
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly #rebootMs: number;
  readonly #tables: Tables;
  readonly #sessions: Sessions;
  readonly #machine: LabMachine;

  constructor(options: UnifiOptions = {}) {
    const version = options.version ?? '10.5.66';
    this.#rebootMs = options.reboot_ms ?? 3_000;
    const credentials = {
      username: options.username ?? 'admin',
      password: options.password ?? randomBytes(12).toString('base64url'),
      api_key: options.api_key ?? randomBytes(24).toString('base64url'),
    };
    const self_hosted = options.self_hosted ?? false;
    this.#tables = new Tables(this.clock, options.provisioning_ms ?? 2_000);
    seed(this.#tables, {
      clients: clientDevices(options),
      sites: options.sites ?? [],
      now: this.clock.now(),
    });
    this.#sessions = new Sessions({ ...credentials, self_hosted }, this.clock);
    const product = new UnifiProduct(this.#tables, this.#sessions, {
      version,
      zone_firewall: options.zone_firewall ?? true,
      self_hosted,
      restart: () => this.#restart(),
      now: () => this.clock.now(),
    });
    this.#machine = new LabMachine({
      vendor: this.vendor,
      clock: this.clock,
      product,
      options,
      credentials,
      common_name: 'unifi.local',
      summary: () => ({ product: `UniFi Network ${version}`, provisioning: this.#tables.isProvisioning }),
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

  stateHash(): string {
    return this.#machine.stateHash();
  }

  /** Switches the console off, for a time on the lab clock or for good, or on again. */
  power(up: boolean, forMs?: number): Promise<void> {
    return this.#machine.power(up, forMs);
  }

  /** What is saved, and what the devices run; passwords of the console itself are no part of it. */
  state(): ReturnType<Tables['state']> {
    return this.#tables.state();
  }

  /** Ends every cookie session, as an administrator who signs everybody out. */
  endSessions(): void {
    this.#sessions.clear();
  }

  #restart(): void {
    this.#sessions.clear();
    this.#machine.goDown(this.#rebootMs);
  }
}
