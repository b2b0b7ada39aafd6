import { Service } from '../di/index.ts';
import { conflict, notFound } from '../errors/index.ts';
import type { Cache } from '../infrastructure/cache/index.ts';
import {
  type Database,
  exempt,
  type Kysely,
  sql,
  type Tables,
  type UnitOfWork,
} from '../infrastructure/database/index.ts';
import type { ModuleState } from '../infrastructure/http/index.ts';
import type { Principal } from '../permissions/index.ts';
import type { HealthRegistry, Logger } from '../telemetry/index.ts';
import type { ModuleDeclaration } from './define-module.ts';

const CHANNEL = 'modules.changed';
const SETTING = 'modules';
const SINCE = 'modules_enabled_since';
const POLL_MS = 500;
const stateExemption = exempt('modules.state', 'which modules are on is a setting of the whole platform');

/** One row of `GET /modules`. */
export interface ModuleView {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly status: string;
  readonly enabled: boolean;
  readonly critical: boolean;
  readonly prefixes: readonly string[];
  readonly health: 'healthy' | 'degraded';
  readonly required_by: readonly string[];
}

export interface ModuleStatesOptions {
  readonly database: Database;
  readonly cache: Cache;
  readonly logger: Logger;
  readonly health: HealthRegistry;
  readonly modules: readonly ModuleDeclaration[];
  readonly version: string;
}

/** Which modules are on, off or broken; switching acts in every process within a second (DECISIONS 35). */
export class ModuleStates extends Service<ModuleStatesOptions> {
  readonly #broken = new Map<string, string>();
  #switched: Readonly<Record<string, boolean>> = {};
  #since: Readonly<Record<string, string>> = {};
  #version = 0;
  #timer: NodeJS.Timeout | undefined;
  #unsubscribe: (() => void | Promise<void>) | undefined;

  /** Rises with every switch, for views that keep an index. */
  get version(): number {
    return this.#version;
  }

  async start(): Promise<void> {
    await this.#refresh();
    this.#unsubscribe = await this.parts.cache.subscribe(CHANNEL, () => void this.#refresh());
    this.#timer = setInterval(() => void this.#refresh(), POLL_MS).unref();
  }

  stateOf(id: string): ModuleState {
    if (this.#broken.has(id)) return 'degraded';
    return this.isEnabled(id) ? 'enabled' : 'disabled';
  }

  /** Switched on, everything it requires included, and started. */
  isEnabled(id: string): boolean {
    const module = this.#find(id);
    if (!module || this.#broken.has(id) || !this.#isSwitchedOn(module)) return false;
    return (module.requires ?? []).every((name) => this.isEnabled(name));
  }

  /** When it, or the last of what it requires, was switched on, by PostgreSQL's clock; null: it always was. */
  enabledSince(id: string): string | null {
    const own = this.#since[id] ?? null;
    const required = (this.#find(id)?.requires ?? []).map((name) => this.enabledSince(name));
    return [own, ...required].reduce((last, next) =>
      last === null || (next !== null && Date.parse(next) > Date.parse(last)) ? next : last,
    );
  }

  markBroken(id: string, reason: string): void {
    this.#broken.set(id, reason);
    this.#version += 1;
    const module = this.#find(id);
    this.parts.health.degrade(`module ${id}`, reason, { critical: module?.critical ?? false });
  }

  list(): readonly ModuleView[] {
    return this.parts.modules.map((module) => this.#viewOf(module));
  }

  /** `publish` adds to a unit of work after the switch; it is not called when the module is so already. */
  async setEnabled(
    principal: Principal,
    id: string,
    enabled: boolean,
    publish?: (work: UnitOfWork) => void,
  ): Promise<ModuleView> {
    const module = this.#find(id);
    if (!module) throw notFound();
    if (enabled && module.status === 'disabled')
      throw conflict({ message: `Module "${id}" cannot be enabled.` });
    if (!enabled && module.critical)
      throw conflict({ message: `Module "${id}" is critical and cannot be switched off.` });
    await this.#refresh();
    if (this.#isSwitchedOn(module) === enabled) return this.#viewOf(module);
    // The record first: a switch without its record must not happen, a record of a failed try may.
    await this.parts.database.write(principal, async (work) => {
      work.audit.record({
        action: 'modules.update',
        target_type: 'module',
        target_id: id,
        detail: { enabled },
      });
    });
    await this.parts.database.asSystem(stateExemption, async (db) => {
      await sql`
        with former as (
          select coalesce((select (value ->> ${id})::boolean from platform_settings where name = ${SETTING}),
            ${module.status === 'available'}) as is_on)
        insert into platform_settings (name, value)
        select name, value from (values
          (${SETTING}, jsonb_build_object(${id}::text, ${enabled}::boolean)),
          (${SINCE}, jsonb_build_object(${id}::text, clock_timestamp()))) as setting (name, value)
        where name = ${SETTING} or (${enabled}::boolean and not (select is_on from former))
        on conflict (name) do update set value = platform_settings.value || excluded.value, updated_at = now()`.execute(
        db,
      );
    });
    await this.#refresh();
    await this.parts.cache.publish(CHANNEL, id).catch(() => {});
    if (publish) await this.#published(principal, id, publish);
    return this.#viewOf(module);
  }

  /** The module is switched, whether or not its event can be published. */
  async #published(principal: Principal, id: string, publish: (work: UnitOfWork) => void): Promise<void> {
    await this.parts.database
      .write(principal, async (work) => publish(work))
      .catch((error: unknown) =>
        this.parts.logger.error('the switch of a module could not be published', { module: id, error }),
      );
  }

  #find(id: string): ModuleDeclaration | undefined {
    return this.parts.modules.find((module) => module.id === id);
  }

  #isSwitchedOn(module: ModuleDeclaration): boolean {
    return this.#switched[module.id] ?? module.status === 'available';
  }

  #viewOf(module: ModuleDeclaration): ModuleView {
    return {
      id: module.id,
      title: module.title,
      version: module.version ?? this.parts.version,
      status: module.status,
      enabled: this.isEnabled(module.id),
      critical: module.critical ?? false,
      prefixes: module.prefixes,
      health: this.#broken.has(module.id) ? 'degraded' : 'healthy',
      required_by: this.parts.modules
        .filter(({ requires = [] }) => requires.includes(module.id))
        .map(({ id }) => id),
    };
  }

  async #refresh(): Promise<void> {
    try {
      const { switched, since } = await this.parts.database.asSystem(stateExemption, readSwitches);
      if (JSON.stringify(switched) !== JSON.stringify(this.#switched)) this.#version += 1;
      this.#switched = switched;
      this.#since = since;
    } catch (error) {
      this.parts.logger.debug('reading which modules are on failed; the last known state holds', {
        error,
      });
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#unsubscribe?.();
  }
}

interface Switches {
  readonly switched: Readonly<Record<string, boolean>>;
  readonly since: Readonly<Record<string, string>>;
}

async function readSwitches(db: Kysely<Tables>): Promise<Switches> {
  const { rows } = await sql<Switches>`
    select coalesce((select value from platform_settings where name = ${SETTING}), '{}') as switched,
      coalesce((select value from platform_settings where name = ${SINCE}), '{}') as since`.execute(db);
  return rows[0] ?? { switched: {}, since: {} };
}
