import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { NotificationChannel } from '../../contract.ts';
import { noSuchChannel } from '../../errors.ts';
import type { BegunBatch, ReceiverBatches } from './receiver-batches.ts';
import type { ClaimedReceiver } from './receiver-claims.ts';
import { failureOf } from './retry.ts';

/** Messages to one receiver before another one has its turn. */
const MAX_IN_A_ROW = 10;
/** A channel's time limit, and a moment. */
const SEND_MS = 31_000;

/** Sends to one receiver what is due, one message after the other. */
export class ReceiverSending extends Service<{
  batches: Pick<ReceiverBatches, 'begin' | 'delivered' | 'failed'>;
  channels: Contributions<NotificationChannel>;
  logger: Logger;
}> {
  /** Throws when the database cannot be reached; a begun message then goes on later, under the same message id. */
  async carryOut(claim: ClaimedReceiver, stop: AbortSignal, onOutcome: () => void): Promise<void> {
    for (let sent = 0; sent < MAX_IN_A_ROW && !stop.aborted; sent += 1) {
      const batch = await this.parts.batches.begin(claim);
      if (batch === null) return;
      const error = await this.#send(claim.channel, batch);
      if (error === null) await this.parts.batches.delivered(claim, batch);
      else await this.parts.batches.failed(claim, batch, failureOf(error));
      onOutcome();
    }
  }

  /** A process that stops lets the message end: after a cut it would be unknown whether it got out. */
  async #send(id: string, { message, address }: BegunBatch): Promise<unknown> {
    const channel = this.parts.channels.values.find((each) => each.id === id);
    if (channel === undefined) return noSuchChannel();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), SEND_MS);
    try {
      await channel.send(message, address, deadline.signal);
      return null;
    } catch (error) {
      this.parts.logger.info('a notification did not get out', {
        channel: id,
        message_id: message.message_id,
      });
      return error ?? noSuchChannel();
    } finally {
      clearTimeout(timer);
    }
  }
}
