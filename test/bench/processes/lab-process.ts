import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { LabEndpoint } from '@patchbay/lab';
import { LOAD_CORE, startNode, stop } from './processes.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'lab', 'main.ts');

/** A simulated controller in a process of its own, over TLS as its product speaks. */
export async function startLab(
  vendor: string,
): Promise<{ readonly endpoint: LabEndpoint; stop(): Promise<void> }> {
  const child = startNode([MAIN, '--vendor', vendor, '--port', '0'], LOAD_CORE, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('the lab has no output');
  const [line] = await once(createInterface(child.stdout), 'line');
  return { endpoint: JSON.parse(String(line)) as LabEndpoint, stop: () => stop(child) };
}
