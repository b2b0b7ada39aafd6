import { answers, Receiver } from '@patchbay/test/kit';

const BODY = JSON.stringify({ place: 'rack 4', token: 'abc' });

/** A receiver that answers as its path asks (`/hold`: on demand; `/flaky`: 503 at first) and keeps every request. */
export async function receiver(t: { teardown(work: () => unknown): unknown }) {
  const sink = await Receiver.start(t);
  const { received: deliveries, held, url } = sink;
  sink.behave = (response, received) => {
    const { path } = received;
    const isFirst = deliveries.filter((delivery) => delivery.path === path).length === 1;
    const wanted = path.startsWith('/flaky') ? (isFirst ? 503 : 200) : Number(path.split('/')[2] ?? 200);
    const answer = () => answers(wanted, { 'content-type': 'application/json' }, BODY)(response, received);
    if (path.startsWith('/hold')) held.push(answer);
    else answer();
  };
  return { deliveries, held, url };
}
