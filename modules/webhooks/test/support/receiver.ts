import { Receiver as AnyReceiver } from '@patchbay/test/kit';

export { answers } from '@patchbay/test/kit';

/** A receiver of webhooks at `/hook`. */
export class Receiver extends AnyReceiver {
  override get url(): string {
    return `${super.url}/hook`;
  }

  /** Sequence numbers in the order they came. */
  get sequences(): readonly number[] {
    return this.received.map(({ headers }) => Number(headers['x-webhook-sequence']));
  }

  /** Field `key` of the payloads in the order they came. */
  get keys(): readonly unknown[] {
    return this.received.map(({ body }) => JSON.parse(body).payload?.payload?.key);
  }
}
