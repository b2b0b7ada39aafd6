import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { nextMessage } from '../processes/message.ts';
import { SERVER_CORE, startNode } from '../processes/processes.ts';
import { SECRET_KEY } from '../processes/product.ts';
import { startFlags } from '../processes/start-flags.ts';

export interface PeerHostOptions {
  readonly databaseUrl: string;
  /** Where the chain's rows go. */
  readonly rowsUrl: string;
  readonly dataDir: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly profile?: string | null;
}

export interface PeerHost {
  readonly child: ChildProcess;
  readonly url: string;
}

export const PEER_HOST = join(import.meta.dirname, '..', 'hosts', 'peer-host.ts');

/** What `hosts/peer-host.ts` is started with. */
export const peerEnvironment = ({
  databaseUrl,
  rowsUrl,
  dataDir,
  environment = {},
}: PeerHostOptions): Readonly<Record<string, string>> => ({
  DATABASE_URL: databaseUrl,
  ROWS_URL: rowsUrl,
  SECRET_KEY,
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'warn',
  RATE_LIMIT_RPM: '100000000',
  RATE_LIMIT_BURST: '100000000',
  ...environment,
});

/** Starts the platform with the operation that does what the peers' last nodes do. */
export async function startPeerHost(options: PeerHostOptions): Promise<PeerHost> {
  const { profile = null } = options;
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = startNode([...(await startFlags()), ...profiling, PEER_HOST], SERVER_CORE, {
    env: { PATH: process.env['PATH'], ...peerEnvironment(options) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const { url } = await nextMessage<{ readonly url: string }>(child);
  return { child, url };
}
