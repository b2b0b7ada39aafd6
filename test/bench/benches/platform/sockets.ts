import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { atMost, type Bench } from '../../bench.ts';
import { viewersFor } from '../../load/listeners.ts';
import { nextMessage } from '../../processes/message.ts';
import { SERVER_CORE, startNode, stop } from '../../processes/processes.ts';
import { SocketSide } from '../../processes/socket-side.ts';
import { alternate } from '../../rounds.ts';
import { expect, type Scene } from '../../scene.ts';
import type { Stage } from '../../stage.ts';

/** A little below the 5,000 that a process takes (SPEC 8). */
const SOCKETS = 4_990;
const FRAME_BYTES = 500;
const EVERY_MS = 250;
const SERVER = join(import.meta.dirname, '..', '..', 'floors', 'socket-server.ts');
const HELLO = JSON.stringify({ type: 'subscribe', subscriptions: ['device.*'] });
/** `connected` and `subscribed`. */
const GREETINGS = 2;

/** Publishes `device.updated` by renaming a device, with a name that fills the frame and is another each time. */
async function publisher({ product, admin, organization_id }: Scene) {
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  const found = 'select id from devices where organization_id = $1 limit 1';
  const { rows } = await db.query(found, [organization_id]).finally(() => db.end());
  const path = `/devices/${rows[0].id}`;
  let padding = 0;
  let renamed = 0;
  return {
    pad: (bytes: number): void => {
      padding += bytes;
    },
    publish: () => {
      renamed += 1;
      const name = `${renamed % 2 === 0 ? 'd' : 'e'}${'x'.repeat(Math.max(0, padding))}`;
      return expect(product, 'PATCH', path, 200, { token: admin.token, body: { name } });
    },
  };
}

async function openFloor(
  frameBytes: number,
  sockets: number,
): Promise<{ readonly side: SocketSide; readonly server: ChildProcess }> {
  const server = startNode([SERVER], SERVER_CORE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { port } = await nextMessage<{ readonly port: number }>(server);
  const text = 'x'.repeat(frameBytes);
  const side = await SocketSide.open({
    url: `http://127.0.0.1:${port}/`,
    pid: server.pid ?? 0,
    sockets,
    tokens: [],
    hello: null,
    greetings: 0,
    broadcast: async () => server.send({ text }),
  });
  return { side, server };
}

async function run(stage: Stage) {
  const scene = await stage.scene();
  const { product } = scene;
  const count = stage.of(SOCKETS, 30);
  const tokens = await viewersFor(scene, count);
  const source = await publisher(scene);
  const open = { url: `${product.url}/api/v1/ws`, pid: product.pid, sockets: count, tokens, hello: HELLO };
  const productSide = await SocketSide.open({ ...open, greetings: GREETINGS, broadcast: source.publish });
  source.pad(FRAME_BYTES - (await productSide.frameBytes()));
  const floor = await openFloor(await productSide.frameBytes(), count);
  try {
    const broadcasts = stage.of(Math.max(4, Math.round((stage.options.seconds * 1_000) / EVERY_MS)), 2);
    for (const side of [floor.side, productSide]) await side.cpuUsPerFrame(stage.of(4, 1), EVERY_MS);
    const cpu = await alternate(stage.options.rounds, {
      floor: () => floor.side.cpuUsPerFrame(broadcasts, EVERY_MS),
      product: () => productSide.cpuUsPerFrame(broadcasts, EVERY_MS),
    });
    const memory = {
      floor: [floor.side.bytesPerSocket / 1_024],
      product: [productSide.bytesPerSocket / 1_024],
    };
    const note = `${count} sockets of ${tokens.length} users, ${await productSide.frameBytes()} bytes a frame, four frames a second each.`;
    return [
      { name: 'sockets', unit: 'µs/frame', ...cpu, bar: atMost(1.4), note },
      { name: 'sockets memory', unit: 'KiB/socket', ...memory, bar: atMost(2.5) },
    ];
  } finally {
    await Promise.all([productSide.close(), floor.side.close(), stop(floor.server)]);
  }
}

export const sockets: Bench = {
  name: 'sockets',
  about: '5,000 sockets, 500-byte events, against bare ws',
  run,
};
