import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { answers, Receiver } from '@patchbay/test/kit';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the platform posted
  readonly body: any;
}

/** A receiver that answers with the status its path ends in, holds what asks for it, and remembers everything. */
export async function receiver(t: { teardown(work: () => unknown): unknown }) {
  const received: Received[] = [];
  const held: ServerResponse[] = [];
  const statuses = new Map<string, number>();
  const sink = await Receiver.start(t);
  sink.behave = (response, posted) => {
    const { path, headers, body } = posted;
    received.push({ path, headers, body: JSON.parse(body) });
    if (path.startsWith('/hang')) held.push(response);
    else answers(statuses.get(path) ?? 200, {}, 'ok')(response, posted);
  };
  const to = (path: string) => received.filter((each) => each.path === path);
  return { received, held, statuses, to, url: sink.url };
}
