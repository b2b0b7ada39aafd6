import { randomBytes } from 'node:crypto';
import { ControlServer } from '../control-server.ts';
import { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { LabServer } from '../lab-server.ts';
import { Ledger } from '../ledger.ts';
import { createSelfSigned } from '../self-signed.ts';
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

const mostDevices = 10_000;

/** A simulated UniFi console on 127.0.0.1, with its control server beside it. */
export class UnifiController implements LabController {
  readonly vendor = 'unifi';
  readonly faults = new FaultSwitches();
  readonly clock = new LabClock();
  readonly ledger: Ledger;
  readonly #credentials: { readonly username: string; readonly password: string; readonly api_key: string };
  readonly #plainHttp: boolean;
  readonly #version: string;
  readonly #rebootMs: number;
  readonly #fingerprint: string | undefined;
  readonly #tables: Tables;
  readonly #sessions: Sessions;
  readonly #product: UnifiProduct;
  readonly #server: LabServer;
  readonly #control: ControlServer;
  #endpoint: LabEndpoint | undefined;

  constructor(options: UnifiOptions = {}) {
    this.#plainHttp = options.plain_http ?? false;
    this.#version = options.version ?? '10.5.66';
    this.#rebootMs = options.reboot_ms ?? 3_000;
    this.#credentials = {
      username: options.username ?? 'admin',
      password: options.password ?? randomBytes(12).toString('base64url'),
      api_key: options.api_key ?? randomBytes(24).toString('base64url'),
    };
    this.ledger = new Ledger(() => this.clock.now(), options.ledger_file);
    const tls = this.#plainHttp ? undefined : createSelfSigned('unifi.local');
    this.#fingerprint = tls?.fingerprint;
    const self_hosted = options.self_hosted ?? false;
    this.#tables = new Tables(this.clock, options.provisioning_ms ?? 2_000);
    seed(this.#tables, {
      clients: Math.min(mostDevices, Math.max(0, Math.floor(options.devices ?? 24))),
      sites: options.sites ?? [],
      now: this.clock.now(),
    });
    this.#sessions = new Sessions({ ...this.#credentials, self_hosted }, this.clock);
    this.#product = new UnifiProduct(this.#tables, this.#sessions, {
      version: this.#version,
      zone_firewall: options.zone_firewall ?? true,
      self_hosted,
      restart: () => this.#restart(),
      now: () => this.clock.now(),
    });
    const { faults, ledger, clock } = this;
    const product = this.#product;
    this.#server = new LabServer({ product, faults, ledger, clock, tls, port: options.port ?? 0 });
    this.#control = new ControlServer({
      faults,
      ledger,
      clock,
      port: options.control_port ?? 0,
      summary: () => this.#summary(),
      state: () => this.state(),
      power: (up, forMs) => this.power(up, forMs),
    });
  }

  async start(): Promise<LabEndpoint> {
    this.ledger.open();
    await this.#server.start();
    const controlUrl = await this.#control.start().catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
    this.#endpoint = {
      url: `${this.#plainHttp ? 'http' : 'https'}://127.0.0.1:${this.#server.port}`,
      credentials: this.#credentials,
      ledger_url: `${controlUrl}/ledger`,
      control_url: controlUrl,
      ...(this.#fingerprint === undefined ? {} : { tls_fingerprint: this.#fingerprint }),
    };
    return this.#endpoint;
  }

  async stop(): Promise<void> {
    this.clock.stop();
    await Promise.all([this.#server.stop(), this.#control.stop()]);
    this.ledger.close();
  }

  /** Switches the console off, for a time on the lab clock or for good, or on again. */
  async power(up: boolean, forMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isNaN(forMs) || forMs < 0) throw new RangeError('for_ms must be 0 or more');
    if (!up) return this.#server.goDown(forMs);
    await this.#server.comeUp();
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
    this.#server.goDown(this.#rebootMs);
  }

  #summary(): Readonly<Record<string, unknown>> {
    return {
      vendor: this.vendor,
      product: `UniFi Network ${this.#version}`,
      url: this.#endpoint?.url ?? null,
      up: this.#server.up,
      now: new Date(this.clock.now()).toISOString(),
      provisioning: this.#tables.isProvisioning,
      writes: this.ledger.size,
      state_hash: this.#tables.hash(),
      faults: this.faults.list(),
      links: ['/ledger', '/state', '/faults', '/clock', '/power'],
    };
  }
}
