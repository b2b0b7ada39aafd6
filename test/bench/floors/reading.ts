import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { discoverModules } from '@patchbay/kernel/modules';
import { GuardedOutbound, SystemResolver } from '@patchbay/kernel/outbound';
import { systemClock } from '@patchbay/kernel/telemetry';
import { VENDORS, type Vendor } from '@patchbay/vendor-kit';

/**
 * Reads one controller and keeps nothing: through the bare vendor client, or, told paths, with two requests at a time
 * whose answers are only parsed. Answers how long it took, in milliseconds.
 */
const AT_ONCE = 2;
const agent = new Agent({ keepAlive: true });
const outbound = new GuardedOutbound(new SystemResolver(systemClock), systemClock);

async function vendorOf(): Promise<Vendor> {
  const [found] = await discoverModules(join(import.meta.dirname, '..', '..', '..'), ['vendor-mikrotik']);
  const contribution = found?.declaration.contributes?.find(({ point }) => point === VENDORS.id);
  if (!contribution) throw new Error('the vendor is not contributed');
  return contribution.create({ outbound }) as Vendor;
}
const vendor = await vendorOf();

async function throughVendor(url: string): Promise<void> {
  const credential = { kind: 'password', username: 'bench', secret: 'bench' } as const;
  await vendor.connect({ id: 'bench', url, credential, tls: { verify: true } }).snapshot();
}

async function parsed(origin: string, path: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  get(`${origin}${path}`, { agent }, (answer) => buffer(answer).then(resolve, reject)).on('error', reject);
  JSON.parse((await promise).toString());
}

async function parsedAll(origin: string, paths: readonly string[]): Promise<void> {
  const waiting = [...paths];
  const reader = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) await parsed(origin, path);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, reader));
}

process.on('message', ({ origin, paths }: { origin: string; paths?: readonly string[] }) => {
  const startedMs = performance.now();
  const reading = paths === undefined ? throughVendor(origin) : parsedAll(origin, paths);
  reading.then(
    () => process.send?.(performance.now() - startedMs),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
