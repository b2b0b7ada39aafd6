import { call } from '../harness/http-client.ts';
import { waitFor } from '../harness/wait-for.ts';
import { must } from './narrator.ts';
import { Receiver } from './receiver.ts';
import type { DemoScene } from './scene.ts';

/** A draft on real events of the past: what it would have done, nothing sent and nothing saved. */
export async function backtest(scene: DemoScene): Promise<void> {
  const token = scene.owner;
  const started = await scene.api.call('POST', '/fabric/connections/backtest', 202, {
    token,
    body: {
      connection: {
        name: 'a draft',
        source_event: 'controller.change.*',
        steps: [{ operation_id: 'fabric.log', params: { message: '{{trigger.feature}}' } }],
      },
      days: 1,
    },
  });
  const path = `/api/v1/fabric/backtests/${started.body.backtest_id}`;
  const done = await waitFor('the end of the backtest', async () => {
    const { body } = await call(scene.url, 'GET', path, { token });
    return body.finished_at === null ? null : body;
  });
  must(done.status === 'succeeded' && done.would_run > 0, 'the backtest to find events');
  scene.narrator.got(
    `of ${done.events_in_all} events ${done.matched} match; the draft would have run ${done.would_run} times, and failed ${done.would_fail}`,
  );
}

/** An event that a Connection did not answer, and the first reason why. */
export async function whyNot(scene: DemoScene): Promise<void> {
  const token = scene.owner;
  const events = await scene.api.call(
    'GET',
    '/events?event_type=controller.change.applied&per_page=50',
    200,
    {
      token,
    },
  );
  const other = events.body.items.find(
    ({ payload }: { payload: { change_id: string } }) => payload.change_id === scene.agreed_id,
  );
  must(other, 'the event of the change on the firewall');
  const answer = await scene.api.call(
    'GET',
    `/fabric/why-not?event_id=${other.id}&connection_id=${scene.connection_id}`,
    200,
    { token },
  );
  must(answer.body.ran === false && answer.body.reason !== null, 'a reason why it did not run');
}

/** A receiver that was out of order gets its delivery again: signed anew, under the number it had. */
export async function resend(scene: DemoScene): Promise<void> {
  const token = scene.owner;
  const receiver = new Receiver();
  const url = await receiver.start();
  try {
    const webhook = await scene.api.call('POST', '/webhooks', 201, {
      token,
      body: { name: 'ticket system', url, events: ['site.created'] },
    });
    receiver.secret = webhook.body.secret;
    const path = `/webhooks/${webhook.body.id}`;
    await scene.api.call('POST', '/sites', 201, { token, body: { name: 'Boathouse' } });
    const failed = await waitFor('the failed try', async () => {
      const { body } = await call(scene.url, 'GET', `/api/v1${path}/deliveries`, { token });
      return body.items.find(({ attempts, reason }: Delivery) => attempts > 0 && reason !== null);
    });
    must(receiver.refused > 0, 'the receiver to have refused');
    scene.narrator.says(
      `${receiver.refused} try, refused (${failed.reason}); the next is due at ${failed.next_attempt_at}. The receiver is mended before that.`,
    );
    receiver.refuses = false;
    const again = await scene.api.call('POST', `${path}/deliveries/${failed.id}/resend`, 201, { token });
    const verified = await waitFor('the delivery', () => receiver.verified[0]);
    must(verified.ok, 'the signature to hold');
    must(
      verified.id === again.body.id && verified.sequence === failed.sequence,
      'a new delivery, the old number',
    );
    scene.narrator.got(`the receiver verified delivery ${verified.id}: number ${verified.sequence}`);
    await scene.api.call('DELETE', path, 204, { token, quiet: true });
  } finally {
    await receiver.stop();
  }
}

interface Delivery {
  readonly attempts: number;
  readonly reason: string | null;
}
