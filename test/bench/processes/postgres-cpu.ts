import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

const MS_PER_TICK = 10;

/** Tells what a PostgreSQL server on this machine used of the CPU so far. */
export class PostgresCpu {
  readonly #postmaster: number;

  constructor(postmaster: number) {
    this.#postmaster = postmaster;
  }

  /** Milliseconds of the server and all its processes, ended ones too; NaN where there is no /proc. */
  usedMs(): number {
    const own = statOf(this.#postmaster);
    if (own === null) return Number.NaN;
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    const children = pids
      .flatMap((pid) => statOf(Number(pid)) ?? [])
      .filter(({ parent }) => parent === this.#postmaster);
    return own.usedMs + own.endedMs + children.reduce((sum, { usedMs }) => sum + usedMs, 0);
  }
}

/** Finds the server behind an address by asking a session for its process. */
export async function postgresCpuOf(databaseUrl: string): Promise<PostgresCpu> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    return new PostgresCpu(statOf(rows[0].pid)?.parent ?? 0);
  } finally {
    await client.end();
  }
}

function statOf(
  pid: number,
): { readonly parent: number; readonly usedMs: number; readonly endedMs: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const sum = (from: number): number => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * MS_PER_TICK;
    return { parent: fields[1] ?? 0, usedMs: sum(11), endedMs: sum(13) };
  } catch {
    return null;
  }
}
