import { ControlServer } from './control-server.ts';
import { FaultSwitches } from './faults.ts';
import { LabClock } from './lab-clock.ts';
import type { LabEndpoint } from './lab-endpoint.ts';
import type { RebootOptions } from './lab-options.ts';
import type { LabProduct } from './lab-product.ts';
import { LabServer } from './lab-server.ts';
import { Ledger } from './ledger.ts';
import { createSelfSigned } from './self-signed.ts';

export interface ServedProduct<Credentials extends LabEndpoint['credentials']> {
  readonly product: LabProduct;
  readonly credentials: Credentials;
  /** Name in the self-signed certificate. */
  readonly common_name: string;
  /** What the control server tells of this product, beside what it tells of every one. */
  readonly summary: () => Readonly<Record<string, unknown>>;
  /** What else happens when the product is switched off or on, before its connections do. */
  readonly beforePower?: (up: boolean, forMs: number) => void;
}

/** The product behind its server, and the control server beside it. */
interface Running<Credentials extends LabEndpoint['credentials']> extends ServedProduct<Credentials> {
  readonly fingerprint: string | undefined;
  readonly server: LabServer;
  readonly control: ControlServer;
}

/** Every simulated controller, whatever product it stands for: its server, control server, clock, ledger, faults and power. */
export abstract class LabController<
  Credentials extends LabEndpoint['credentials'] = LabEndpoint['credentials'],
> {
  abstract readonly vendor: string;
  readonly clock = new LabClock();
  readonly faults = new FaultSwitches();
  readonly ledger: Ledger;
  readonly #options: RebootOptions;
  #served: Running<Credentials> | undefined;
  #url: string | null = null;

  constructor(options: RebootOptions) {
    this.#options = options;
    this.ledger = new Ledger(() => this.clock.now(), options.ledger_file);
  }

  /** What the control server shows of the configuration; nothing that opens something. */
  abstract state(): Readonly<Record<string, unknown>>;

  /** Puts the product behind its servers: once, when a subclass has made it. */
  protected serve(served: ServedProduct<Credentials>): void {
    const { clock, faults, ledger } = this;
    const { port = 0, control_port: controlPort = 0, plain_http: isPlain } = this.#options;
    const tls = isPlain ? undefined : createSelfSigned(served.common_name);
    this.#served = {
      ...served,
      fingerprint: tls?.fingerprint,
      server: new LabServer({ product: served.product, faults, ledger, clock, tls, port }),
      control: new ControlServer({
        faults,
        ledger,
        clock,
        port: controlPort,
        summary: () => this.summary(),
        state: () => this.state(),
        power: (up, forMs) => this.power(up, forMs),
      }),
    };
  }

  async start(): Promise<LabEndpoint & { readonly credentials: Credentials }> {
    const { server, control, credentials, fingerprint } = this.#running;
    this.ledger.open();
    await server.start();
    const controlUrl = await control.start().catch(async (error: unknown) => {
      await this.stop();
      throw error;
    });
    this.#url = `${this.#options.plain_http ? 'http' : 'https'}://127.0.0.1:${server.port}`;
    return {
      url: this.#url,
      credentials,
      ledger_url: `${controlUrl}/ledger`,
      control_url: controlUrl,
      ...(fingerprint === undefined ? {} : { tls_fingerprint: fingerprint }),
    };
  }

  async stop(): Promise<void> {
    this.clock.stop();
    const { server, control } = this.#running;
    await Promise.all([server.stop(), control.stop()]);
    this.ledger.close();
  }

  /** Switches the product off, for a time on the lab clock or for good, or on again. */
  async power(up: boolean, forMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (Number.isNaN(forMs) || forMs < 0) throw new RangeError('for_ms must be 0 or more');
    const { server, beforePower } = this.#running;
    beforePower?.(up, forMs);
    if (up) await server.comeUp();
    else server.goDown(forMs);
  }

  /** One digest of its whole configuration, secrets included: equal for as long as nothing was written. */
  stateHash(): string {
    return this.#running.product.stateHash();
  }

  summary(): Readonly<Record<string, unknown>> {
    const { product, server, summary } = this.#running;
    return {
      vendor: this.vendor,
      ...summary(),
      url: this.#url,
      up: server.up,
      now: new Date(this.clock.now()).toISOString(),
      writes: this.ledger.size,
      state_hash: product.stateHash(),
      faults: this.faults.list(),
      links: ['/ledger', '/state', '/faults', '/clock', '/power'],
    };
  }

  /** How long a reboot refuses connections, in milliseconds of the lab clock. */
  protected get rebootMs(): number {
    return this.#options.reboot_ms ?? 3_000;
  }

  /** Refuses connections until it is switched on, as a product does that cuts itself off. */
  protected goDown(): void {
    this.#running.server.goDown(Number.POSITIVE_INFINITY);
  }

  /** Refuses connections for as long as a reboot takes. */
  protected reboot(): void {
    this.#running.server.goDown(this.rebootMs);
  }

  get #running(): Running<Credentials> {
    if (this.#served === undefined) throw new Error('a lab controller serves no product yet');
    return this.#served;
  }
}
