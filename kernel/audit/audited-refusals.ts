import { Service } from '../di/index.ts';
import type { Database } from '../infrastructure/database/index.ts';
import type { Refusals, Refused } from '../infrastructure/http/index.ts';
import type { Clock, Logger } from '../telemetry/index.ts';

interface Window {
  readonly sinceMs: number;
  readonly seen: Set<string>;
  suppressed: number;
}

const WINDOW_MS = 60_000;
/** Records of one principal within a minute, each of another route or reason. */
const MAX_PER_WINDOW = 20;
const MAX_PRINCIPALS = 5_000;
const MAX_WRITING = 100;
const MAX_PATH = 300;

/**
 * Keeps refusals in the audit record as `access.refused`, in the name of the refused principal. The same refusal
 * counts once a minute per principal, and a record says how many went unrecorded before it, so that a scan of all
 * routes fills neither the record nor the database's connections.
 */
export class AuditedRefusals
  extends Service<{ database: Pick<Database, 'write'>; clock: Clock; logger: Logger }>
  implements Refusals
{
  readonly #windows = new Map<string, Window>();
  readonly #writing = new Set<Promise<void>>();

  note(refused: Refused): void {
    const suppressed = this.#admit(refused);
    if (suppressed === null) return;
    const written = this.#write(refused, suppressed)
      .catch((error: unknown) =>
        this.parts.logger.warn('a refusal was not audited', { route: refused.route_id, error }),
      )
      .finally(() => this.#writing.delete(written));
    this.#writing.add(written);
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#writing);
  }

  /** Count of refusals passed over since the last record, or null when this one is passed over too. */
  #admit({ principal, route_id, error }: Refused): number | null {
    const who = `${principal.user_id} ${principal.key_id}`;
    const nowMs = this.parts.clock.monotonicMs();
    const known = this.#windows.get(who);
    const isOver = known === undefined || nowMs - known.sinceMs >= WINDOW_MS;
    const window = isOver
      ? { sinceMs: nowMs, seen: new Set<string>(), suppressed: known?.suppressed ?? 0 }
      : known;
    if (isOver) this.#open(who, window);
    const what = `${route_id} ${error.id}`;
    if (window.seen.has(what) || window.seen.size >= MAX_PER_WINDOW || this.#writing.size >= MAX_WRITING) {
      window.suppressed += 1;
      return null;
    }
    window.seen.add(what);
    const { suppressed } = window;
    window.suppressed = 0;
    return suppressed;
  }

  #open(who: string, window: Window): void {
    this.#windows.delete(who);
    if (this.#windows.size >= MAX_PRINCIPALS) {
      const [oldest] = this.#windows.keys();
      if (oldest !== undefined) this.#windows.delete(oldest);
    }
    this.#windows.set(who, window);
  }

  #write({ principal, route_id, method, path, ip, error }: Refused, suppressed: number): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      work.audit.record({
        action: 'access.refused',
        target_type: 'route',
        target_id: route_id,
        detail: {
          method,
          path: path.slice(0, MAX_PATH),
          ip,
          error: error.id,
          reason: error.message,
          suppressed,
        },
      });
    });
  }
}
