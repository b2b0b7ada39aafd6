import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createPlatform, type Platform } from '@patchbay/kernel/modules';
import { OpnsenseController, RouterOsController } from '@patchbay/lab';
import { claimFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import { showMainJob } from './main-job.ts';
import { Narrator } from './narrator.ts';
import { ENGINEER, OTHER, OWNER } from './scene.ts';

const { values } = parseArgs({
  options: { exit: { type: 'boolean', default: false }, port: { type: 'string' } },
});
const narrator = new Narrator();
const startedMs = performance.now();
const disposers: (() => Promise<unknown>)[] = [];

async function finish(code: number): Promise<never> {
  for (const dispose of disposers.reverse()) await dispose().catch((error: unknown) => console.error(error));
  process.exit(code);
}

async function start(): Promise<{
  readonly platform: Platform;
  readonly folder: string;
  readonly gear: { readonly router: RouterOsController; readonly firewall: OpnsenseController };
}> {
  const folder = await claimFolder(process.env['DATA_DIR'] ?? join('.data', 'demo'));
  disposers.push(folder.release);
  const router = new RouterOsController({
    devices: 24,
    identity: 'edge-router',
    reached_by: 'bridge',
    reboot_ms: 500,
  });
  const firewall = new OpnsenseController({ devices: 8 });
  disposers.push(() => Promise.all([router.stop(), firewall.stop()]));
  const port = await freePort(Number(values.port ?? process.env['PORT'] ?? 8080));
  const platform = await narrator.waiting(
    'starting PostgreSQL, bringing the schema up, booting the modules',
    // Another process may take the port while the platform boots: then any other will do.
    boot(folder.path, port).catch((error) => {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
        return boot(folder.path, 0);
      throw error;
    }),
  );
  disposers.push(() => platform.stop());
  return { platform, folder: folder.path, gear: { router, firewall } };
}

const boot = (folder: string, port: number): Promise<Platform> =>
  createPlatform({
    environment: { ...withoutServers(), DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' },
  });

/** The demonstration brings its own database and needs no Redis, whatever the shell has set. */
function withoutServers(): Readonly<Record<string, string | undefined>> {
  const {
    DATABASE_URL: _database,
    REDIS_URL: _redis,
    SECRET_KEY: _key,
    PATCHBAY_MODULES: _modules,
    ...rest
  } = process.env;
  return { ...rest, ENVIRONMENT: 'development', FABRIC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void finish(values.exit ? 1 : 0));

try {
  console.log(
    'Patchbay: stage, review, apply. A simulated router and firewall stand in for live gear; all else is real.',
  );
  const { platform, folder, gear } = await start();
  const [router, firewall] = await Promise.all([gear.router.start(), gear.firewall.start()]);
  console.log(`   platform at ${platform.url}, router at ${router.url}, firewall at ${firewall.url}`);
  await showMainJob(narrator, platform.url, { router, firewall }, folder);
  console.log(
    `\nEvery step showed what it must, in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s.`,
  );
  if (values.exit) await finish(0);
  console.log(`
Everything is left running:
   API   ${platform.url}/api/v1
   Docs  ${platform.url}/api/v1/docs
   Lab   ${router.control_url} and ${firewall.control_url}
   Sign in as ${OWNER.email} / ${OWNER.password} (super_admin),
              ${ENGINEER.email} / ${ENGINEER.password} (site_admin) or
              ${OTHER.email} / ${OTHER.password} (org_admin of the other organization).
   Ctrl-C ends it.`);
} catch (error) {
  console.error(`\nThe demonstration failed: ${error instanceof Error ? error.message : String(error)}`);
  if (narrator.failures.length === 0 && error instanceof Error) console.error(error.stack);
  await finish(1);
}
