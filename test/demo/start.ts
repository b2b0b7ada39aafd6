import { createPlatform, type Platform } from '@patchbay/kernel/modules';
import { OpnsenseController, RouterOsController } from '@patchbay/lab';
import { claimFolder } from './data-folder.ts';
import { freePort } from './free-port.ts';
import type { Narrator } from './narrator.ts';
import type { Lab } from './scene.ts';

/** Ground of the demonstration: the platform with a database of its own, and gear that is simulated. */
export interface DemoWorld {
  readonly platform: Platform;
  readonly folder: string;
  readonly lab: Lab;
}

export interface DemoStart {
  readonly narrator: Narrator;
  /** Folders are `<base>-1` and so on. */
  readonly base: string;
  /** Tried first. */
  readonly port: number;
  /** Takes what ends each part, in the order they were started. */
  defer(work: () => Promise<unknown>): void;
}

export async function startDemo({ narrator, base, port, defer }: DemoStart): Promise<DemoWorld> {
  const folder = await claimFolder(base);
  defer(folder.release);
  const router = new RouterOsController({
    devices: 24,
    identity: 'edge-router',
    reached_by: 'bridge',
    reboot_ms: 500,
  });
  const firewall = new OpnsenseController({ devices: 8 });
  defer(() => Promise.all([router.stop(), firewall.stop()]));
  const free = await freePort(port);
  const platform = await narrator.waiting(
    'starting PostgreSQL, bringing the schema up, booting the modules',
    // Another process may take the port while the platform boots: then any other will do.
    boot(folder.path, free).catch((error) => {
      if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
        return boot(folder.path, 0);
      throw error;
    }),
  );
  defer(() => platform.stop());
  const lab = { router: await router.start(), firewall: await firewall.start() };
  return { platform, folder: folder.path, lab };
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
