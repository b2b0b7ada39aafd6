import { join } from 'node:path';
import { nextMessage } from '../processes/message.ts';
import { startNode, stop } from '../processes/processes.ts';

export interface IsolateChild {
  call(text: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the bare hop: a child process with one warm isolate. */
export async function startIsolateChild(): Promise<IsolateChild> {
  const file = join(import.meta.dirname, 'isolate-hop.ts');
  const child = startNode(['--no-node-snapshot', file], null, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await nextMessage(child);
  let calls = 0;
  const waiting = new Map<number, (text: string) => void>();
  child.on('message', ({ id, text }: { id: number; text: string }) => {
    waiting.get(id)?.(text);
    waiting.delete(id);
  });
  return {
    call: (text) =>
      new Promise((resolve) => {
        calls += 1;
        waiting.set(calls, resolve);
        child.send({ id: calls, text });
      }),
    stop: () => stop(child),
  };
}
