import { randomBytes } from 'node:crypto';
import { LabController } from '../lab-controller.ts';
import { clientDevices, type LoginOptions, loginOf, type RebootOptions } from '../lab-options.ts';
import { seed } from './seed.ts';
import { Sessions } from './sessions.ts';
import { Tables } from './tables.ts';
import { UnifiProduct } from './unifi-product.ts';

export interface UnifiOptions extends LoginOptions, RebootOptions {
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
}

/** A simulated UniFi console on 127.0.0.1, with its control server beside it. */
export class UnifiController extends LabController {
  readonly vendor = 'unifi';
  readonly #tables: Tables;
  readonly #sessions: Sessions;

  constructor(options: UnifiOptions = {}) {
    super(options);
    const version = options.version ?? '10.5.66';
    const credentials = {
      ...loginOf(options, 'admin'),
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
    const product = new UnifiProduct({
      tables: this.#tables,
      sessions: this.#sessions,
      version,
      zone_firewall: options.zone_firewall ?? true,
      self_hosted,
      restart: () => this.#restart(),
    });
    this.serve({
      product,
      credentials,
      common_name: 'unifi.local',
      summary: () => ({ product: `UniFi Network ${version}`, provisioning: this.#tables.isProvisioning }),
    });
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
    this.reboot();
  }
}
