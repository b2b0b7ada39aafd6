import { ControlServer } from './control-server.ts';
import { FaultSwitches } from './faults.ts';
import type { LabClock } from './lab-clock.ts';
import type { LabControllerOptions, LabEndpoint } from './lab-controller.ts';
import type { LabProduct } from './lab-product.ts';
import { LabServer } from './lab-server.ts';
import { Ledger } from './ledger.ts';
import { createSelfSigned } from './self-signed.ts';

export interface LabMachineParts<Credentials extends LabEndpoint['credentials']> {
  readonly vendor: string;
  readonly clock: LabClock;
  readonly product: LabProduct;
  readonly options: LabControllerOptions;
  readonly credentials: Credentials;
  /** Name in the self-signed certificate. */
  readonly common_name: string;
  /** What the control server tells of this product, beside what it tells of every one. */
  readonly summary: () => Readonly<Record<string, unknown>>;
  readonly state: () => Readonly<Record<string, unknown>>;
  /** What else happens when the product is switched off or on, before its connections do. */
  readonly beforePower?: (up: boolean, forMs: number) => void;
}

const maxDevices = 10_000;

/** How many client devices the seed puts behind a controller. */
export const clientDevices = ({ devices = 24 }: LabControllerOptions): number =>
  Math.min(maxDevices, Math.max(0, Math.floor(devices)));

/** What is the same around every simulated product: its server, its control server, ledger, faults and power. */
export class LabMachine<Credentials extends LabEndpoint['credentials'] = LabEndpoint['credentials']> {
  readonly faults = new FaultSwitches();
  readonly ledger: Ledger;
  readonly #parts: LabMachineParts<Credentials>;
  readonly #fingerprint: string | undefined;
  readonly #server: LabServer;
  readonly #control: ControlServer;
  #url: string | null = null;

  constructor(parts: LabMachineParts<Credentials>) {
    const { clock, product, options, state } = parts;
    this.#parts = parts;
    this.ledger = new Ledger(() => clock.now(), options.ledger_file);
    const tls = options.plain_http ? undefined : createSelfSigned(parts.common_name);
    this.#fingerprint = tls?.fingerprint;
    const { faults, ledger } = this;
    this.#server = new LabServer({ product, faults, ledger, clock, tls, port: options.port ?? 0 });
    this.#control = new ControlServer({
      faults,
      ledger,
      clock,
      port: options.control_port ?? 0,
      summary: () => this.summary(),
      state,
      power: (up, forMs) => this.power(up, forMs),
    });
  }

  async start(): Promise<LabEndpoint & { readonly credentials: Credentials }> {
    this.ledger.open();
    await this.#server.start();
    const controlUrl = await this.#control.start().catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
    const { options, credentials } = this.#parts;
    this.#url = `${options.plain_http ? 'http' : 'https'}://127.0.0.1:${this.#server.port}`;
    return {
      url: this.#url,
      credentials,
      ledger_url: `${controlUrl}/ledger`,
      control_url: controlUrl,
      ...(this.#fingerprint === undefined ? {} : { tls_fingerprint: this.#fingerprint }),
    };
  }

  async stop(): Promise<void> {
    this.#parts.clock.stop();
    await Promise.all([this.#server.stop(), this.#control.stop()]);
    this.ledger.close();
  }

  /** Switches the product off, for a time on the lab clock or for good, or on again. */
  async power(up: boolean, forMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isNaN(forMs) || forMs < 0) throw new RangeError('for_ms must be 0 or more');
    this.#parts.beforePower?.(up, forMs);
    if (up) await this.#server.comeUp();
    else this.#server.goDown(forMs);
  }

  /** Refuses connections for a time on the lab clock, or for good, as a product does that restarts or cuts itself off. */
  goDown(forMs = Number.POSITIVE_INFINITY): void {
    this.#server.goDown(forMs);
  }

  stateHash(): string {
    return this.#parts.product.stateHash();
  }

  summary(): Readonly<Record<string, unknown>> {
    const { vendor, clock, summary } = this.#parts;
    return {
      vendor,
      ...summary(),
      url: this.#url,
      up: this.#server.up,
      now: new Date(clock.now()).toISOString(),
      writes: this.ledger.size,
      state_hash: this.stateHash(),
      faults: this.faults.list(),
      links: ['/ledger', '/state', '/faults', '/clock', '/power'],
    };
  }
}
