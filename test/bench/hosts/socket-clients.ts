import { connect, type Socket } from 'node:net';
import { FrameCounter } from '../load/frame-counter.ts';

/** Opens many WebSockets and only counts what comes in, so that the server is what is measured. */
interface Plan {
  readonly url: string;
  readonly sockets: number;
  /** One token for so many sockets in turn; none for a server that asks for none. */
  readonly tokens: readonly string[];
  /** Sent by each socket once it is open. */
  readonly hello: string | null;
  /** Data frames to see on every socket before it counts as open. */
  readonly greetings: number;
}

/** Below what one address may have waiting for its authentication. */
const AT_ONCE = 16;
const OPEN_MS = 20_000;
const counters: FrameCounter[] = [];

/** A client's text frame; a mask of zeros leaves the text as it is. */
function textFrame(text: string): Buffer {
  const body = Buffer.from(text);
  if (body.length > 125) throw new Error('only short frames are sent');
  return Buffer.concat([Buffer.from([0x81, 0x80 | body.length, 0, 0, 0, 0]), body]);
}

function open({ url, tokens, hello, greetings }: Plan, index: number): Promise<Socket> {
  const { hostname, port, pathname } = new URL(url);
  const token = tokens[index % Math.max(1, tokens.length)];
  const path = token === undefined ? pathname : `${pathname}?token=${encodeURIComponent(token)}`;
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    const timer = setTimeout(() => reject(new Error(`socket ${index} did not open`)), OPEN_MS);
    const counter = new FrameCounter();
    counters.push(counter);
    const seen = (): void => {
      if (counter.frames < greetings) return;
      clearTimeout(timer);
      socket.off('data', seen);
      resolve(socket);
    };
    let head = '';
    const onHead = (chunk: Buffer): void => {
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      if (!head.startsWith('HTTP/1.1 101')) reject(new Error(head.slice(0, 300)));
      socket.off('data', onHead);
      socket.on('data', (data: Buffer) => counter.push(data));
      socket.on('data', seen);
      const rest = Buffer.from(head.slice(end + 4), 'latin1');
      if (rest.length > 0) counter.push(rest);
      if (hello !== null) socket.write(textFrame(hello));
      seen();
    };
    socket.on('data', onHead);
    socket.on('error', reject);
    socket.on('connect', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      ),
    );
  });
}

async function openAll(plan: Plan): Promise<void> {
  for (let from = 0; from < plan.sockets; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, plan.sockets - from);
    await Promise.all(Array.from({ length: count }, (_, each) => open(plan, from + each)));
  }
}

const sumOf = (figure: 'frames' | 'bytes'): number =>
  counters.reduce((sum, counter) => sum + counter[figure], 0);

process.on('message', (message: Plan | 'count') => {
  if (message === 'count') {
    process.send?.({ frames: sumOf('frames'), bytes: sumOf('bytes') });
    return;
  }
  openAll(message).then(
    () => process.send?.({ ready: true }),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ started: true });
