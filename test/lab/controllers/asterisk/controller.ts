import { LabController } from '../lab-controller.ts';
import { clientDevices, type LoginOptions, loginOf } from '../lab-options.ts';
import { AriProduct } from './ari-product.ts';
import { Exchange } from './exchange.ts';

const FIRST_NUMBER = 100;
const names = ['Reception', 'Workshop', 'Warehouse', 'Harbour office', 'Canteen', 'Gate'];

/** A simulated Asterisk exchange on 127.0.0.1, with its control server beside it; `devices` are its phones. */
export class AsteriskController extends LabController {
  readonly vendor = 'asterisk';
  readonly exchange: Exchange;

  constructor(options: LoginOptions = {}) {
    super(options);
    const extensions = Array.from({ length: clientDevices({ devices: 6, ...options }) }, (_, index) => ({
      number: String(FIRST_NUMBER + index),
      name: `${names[index % names.length]}${index < names.length ? '' : ` ${index}`}`,
    }));
    const credentials = loginOf(options, 'reader');
    this.exchange = new Exchange(this.clock, extensions);
    this.serve({
      product: new AriProduct(this.exchange, credentials),
      credentials,
      common_name: 'pbx.lab.internal',
      summary: () => ({
        product: 'Asterisk',
        phones: extensions.length,
        channels: this.exchange.channels().length,
      }),
    });
  }

  state(): Readonly<Record<string, unknown>> {
    return { endpoints: this.exchange.endpoints(), channels: this.exchange.channels() };
  }
}
