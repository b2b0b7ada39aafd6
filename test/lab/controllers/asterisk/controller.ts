import { randomBytes } from 'node:crypto';
import type { FaultSwitches } from '../faults.ts';
import { LabClock } from '../lab-clock.ts';
import type { LabController, LabControllerOptions, LabEndpoint } from '../lab-controller.ts';
import { clientDevices, LabMachine } from '../lab-machine.ts';
import type { Ledger } from '../ledger.ts';
import { AriProduct } from './ari-product.ts';
import { Exchange } from './exchange.ts';

export interface AsteriskOptions extends LabControllerOptions {
  readonly username?: string;
  readonly password?: string;
}

const FIRST_NUMBER = 100;
const names = ['Reception', 'Workshop', 'Warehouse', 'Harbour office', 'Canteen', 'Gate'];

/** A simulated Asterisk exchange on 127.0.0.1, with its control server beside it; `devices` are its phones. */
export class AsteriskController implements LabController {
  readonly vendor = 'asterisk';
  readonly clock = new LabClock();
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  readonly exchange: Exchange;
  readonly #machine: LabMachine;

  constructor(options: AsteriskOptions = {}) {
    const extensions = Array.from({ length: clientDevices({ devices: 6, ...options }) }, (_, index) => ({
      number: String(FIRST_NUMBER + index),
      name: `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}`,
    }));
    const credentials = {
      username: options.username ?? 'reader',
      password: options.password ?? randomBytes(12).toString('base64url'),
    };
    this.exchange = new Exchange(this.clock, extensions);
    this.#machine = new LabMachine({
      vendor: this.vendor,
      clock: this.clock,
      product: new AriProduct(this.exchange, credentials),
      options,
      credentials,
      common_name: 'pbx.lab.internal',
      summary: () => ({
        product: 'Asterisk',
        phones: extensions.length,
        channels: this.exchange.channels().length,
      }),
      state: () => this.state(),
    });
    this.faults = this.#machine.faults;
    this.ledger = this.#machine.ledger;
  }

  start(): Promise<LabEndpoint> {
    return this.#machine.start();
  }

  stateHash(): string {
    return this.#machine.stateHash();
  }

  stop(): Promise<void> {
    return this.#machine.stop();
  }

  power(up: boolean, forMs?: number): Promise<void> {
    return this.#machine.power(up, forMs);
  }

  state(): Readonly<Record<string, unknown>> {
    return { endpoints: this.exchange.endpoints(), channels: this.exchange.channels() };
  }
}
