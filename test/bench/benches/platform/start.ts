import { join } from 'node:path';
import { atMost, type Bench, noMoreThan } from '../../bench.ts';
import { nextMessage } from '../../processes/message.ts';
import { residentBytes, SERVER_CORE, startNode, stop } from '../../processes/processes.ts';
import { startProduct } from '../../processes/product.ts';
import { alternate } from '../../rounds.ts';
import type { Stage } from '../../stage.ts';

const LIBRARIES = join(import.meta.dirname, '..', '..', 'floors', 'libraries.ts');
const MIB = 1_048_576;

interface Start {
  readonly ms: number;
  readonly bytes: number;
}

async function startLibraries(): Promise<Start> {
  const startedMs = performance.now();
  const child = startNode([LIBRARIES], SERVER_CORE, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  try {
    await nextMessage(child);
    return { ms: performance.now() - startedMs, bytes: residentBytes(child.pid ?? 0) };
  } finally {
    await stop(child);
  }
}

async function run(stage: Stage) {
  const databaseUrl = await stage.database();
  const dataDir = await stage.folder('start');
  const startOnce = async (): Promise<Start> => {
    const product = await startProduct({ databaseUrl, dataDir });
    const bytes = residentBytes(product.pid);
    await product.stop();
    return { ms: product.readyMs, bytes };
  };
  await startOnce();
  await startLibraries();
  const { floor, product } = await alternate(stage.options.rounds, {
    floor: startLibraries,
    product: startOnce,
  });
  const times = { floor: floor.map(({ ms }) => ms / 1_000), product: product.map(({ ms }) => ms / 1_000) };
  const sizes = {
    floor: floor.map(({ bytes }) => bytes / MIB),
    product: product.map(({ bytes }) => bytes / MIB),
  };
  const note = 'The floor imports the same libraries, from the same compile cache.';
  return [
    { name: 'start', unit: 's', ...times, bar: noMoreThan(3), note },
    { name: 'start memory', unit: 'MiB', ...sizes, bar: atMost(1.5) },
  ];
}

export const start: Bench = {
  name: 'start',
  about: 'from the start of the process to ready, on an existing database',
  run,
};
