import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Service } from '@patchbay/kernel/di';

/** What `chain-load.mjs` tells of one load. */
export interface ChainLoad {
  readonly acceptedPerS: number;
  readonly completedPerS: number;
  readonly accepted: number;
  readonly lost: number;
  readonly dup: number;
  readonly p50: number | null;
  readonly cpuMsPerEvent: number | null;
}

export interface LoadAsk {
  readonly label: string;
  readonly url: string;
  readonly pid: number;
  readonly seconds: number;
  readonly header?: string;
  /** Kills the process after the load, and starts it again with this command. */
  readonly restart?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

const OWN_LOAD = 'chain-load-patchbay.mjs';
/** The body that the peers get, and the same in the envelope of `/fabric/ingest`. */
const BODY = /JSON\.stringify\((\{ org_id: orgId\(3\),[^;]*\})\);/;

/** The scripts of the peers' folder, and where they installed the peers (`BENCH_DIR`). */
export class PeerScripts extends Service<{ folder: string; installed: string }> {
  /** Why these peers cannot be measured; null when they can. */
  reason(): string | null {
    if (!existsSync(join(this.parts.folder, 'chain-load.mjs')))
      return `${this.parts.folder} holds no chain-load.mjs`;
    if (!existsSync(join(this.parts.installed, 'core', 'node_modules')))
      return `nothing is installed in ${this.parts.installed}; run setup.sh of ${this.parts.folder} with BENCH_DIR set`;
    if (this.pidOf('pg-server') === null) return 'its PostgreSQL does not run: ./run.sh pg-server.mjs';
    return null;
  }

  /** Process of a peer that runs, by the name of its pid file. */
  pidOf(name: string): number | null {
    const file = join(this.parts.installed, `${name}.pid`);
    if (!existsSync(file)) return null;
    const pid = Number(readFileSync(file, 'utf8'));
    return existsSync(`/proc/${pid}`) ? pid : null;
  }

  /** Variables that `directus-setup.mjs` left. */
  directusFlow(): string | null {
    const file = join(this.parts.installed, 'core', 'directus.env');
    return existsSync(file) ? (/FLOW_WEBHOOK=(\S+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? null) : null;
  }

  /** The floor of the harness, on core 0. */
  floor(port: number, mode: string): ChildProcess {
    return this.#spawn(['-c', '0', join(this.parts.folder, 'run.sh'), 'chain-floor.mjs', String(port), mode]);
  }

  /** Loads a chain from core 1; `own` wraps the events as our ingest wants them. */
  async load(ask: LoadAsk, own = false): Promise<ChainLoad> {
    if (own) this.#writeOwnLoad();
    const child = this.#spawn(
      ['-c', '1', join(this.parts.folder, 'run.sh'), own ? OWN_LOAD : 'chain-load.mjs', ...argumentsOf(ask)],
      ask.environment,
    );
    const [answer] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'close')]);
    return JSON.parse(answer) as ChainLoad;
  }

  #spawn(args: readonly string[], environment: Readonly<Record<string, string>> = {}): ChildProcess {
    return spawn('taskset', args, {
      env: { ...process.env, BENCH_DIR: this.parts.installed, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  #writeOwnLoad(): void {
    const script = readFileSync(join(this.parts.folder, 'chain-load.mjs'), 'utf8');
    if (!BODY.test(script)) throw new Error('chain-load.mjs has another body than this bench knows');
    const wrapped = script.replace(BODY, 'JSON.stringify({ payload: $1 });');
    writeFileSync(join(this.parts.installed, 'core', OWN_LOAD), wrapped);
  }
}

function argumentsOf({ label, url, pid, seconds, header, restart }: LoadAsk): readonly string[] {
  const pairs = [
    ['label', label],
    ['url', url],
    ['pid', String(pid)],
    ['sec', String(seconds)],
    ['hdr', header],
    ...(restart === undefined
      ? []
      : [
          ['kill', String(pid)],
          ['restart', restart],
        ]),
  ];
  return pairs.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
}
