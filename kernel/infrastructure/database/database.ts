import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import type { PoolClient } from 'pg';
import { type Token, token } from '../../di/index.ts';
import type { Principal } from '../../permissions/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { queryBuilderOf } from './connections/client-dialect.ts';
import type { ConnectingPool } from './connections/connecting-pool.ts';
import { Connections, detached, holdingConnection } from './connections/connections.ts';
import { SharedConnection } from './connections/shared-connection.ts';
import { translateDatabaseError } from './database-errors.ts';
import type { Tables } from './tables/tables.ts';
import { READ_BEGIN, releaseAfterCommit, Transaction } from './transaction.ts';
import type { Exemption, PartDeclaration, Unit, UnitOfWork, UnitParts } from './unit-of-work.ts';

/** The only door to data (R3). Units inside units join the outer one. */
export interface Database {
  /** Runs `work` in a read-only transaction that sees what `principal` may see, all of it at one moment. */
  read<T>(principal: Principal, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction; all of it happens, with its events and audit rows, or nothing. */
  write<T>(principal: Principal, work: (unit: UnitOfWork) => Promise<T>): Promise<T>;
  /** Runs `work` in a transaction across organizations, for a written reason. */
  asSystem<T>(exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * Runs one statement across organizations, for a written reason: it is its own transaction, which costs one
   * round trip instead of two. A second statement is refused.
   */
  onceAsSystem<T>(exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T>;
  /**
   * The same for a short question: those asked in one turn of the event loop share a connection and one way to the
   * server, and are answered one after the other.
   */
  askAsSystem<T>(exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Reads across organizations, for a written reason, in a read-only transaction whose end is not waited for. */
  readAsSystem<T>(exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T>;
  /** Adds a check that runs inside every write of a user or key (R7: authority at the moment of effect). */
  guardWrites(check: (unit: Unit) => Promise<void>): void;
  /** Adds a part to every unit. */
  addPart<K extends keyof UnitParts>(part: PartDeclaration<K>): void;
  ping(): Promise<void>;
}

export const DATABASE: Token<Database> = token('kernel.database');

export class PostgresDatabase implements Database {
  readonly #app: Connections;
  readonly #system: Connections;
  readonly #logger: Logger;
  readonly #current = new AsyncLocalStorage<Transaction & UnitParts>();
  readonly #guards: ((unit: Unit) => Promise<void>)[] = [];
  #Unit = class extends Transaction {};
  #asking: SharedConnection | undefined;

  constructor(app: ConnectingPool, system: ConnectingPool, logger: Logger) {
    this.#app = new Connections({ pool: app, name: 'app', logger });
    this.#system = new Connections({ pool: system, name: 'system', logger });
    this.#logger = logger;
  }

  addPart<K extends keyof UnitParts>(part: PartDeclaration<K>): void {
    const made = new WeakMap<Unit, UnitParts[K]>();
    Object.defineProperty(this.#Unit.prototype, part.name, {
      get(this: Transaction) {
        const known = made.get(this) ?? part.create(this);
        made.set(this, known);
        return known;
      },
    });
  }

  guardWrites(check: (unit: Unit) => Promise<void>): void {
    this.#guards.push(check);
  }

  async read<T>(principal: Principal, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const outer = this.#joinable(principal);
    if (outer) return work(outer);
    const unit = await this.#begin(principal, 'read');
    unit.guardBy(Promise.resolve(false));
    try {
      const result = await holdingConnection(() => this.#current.run(unit, () => work(unit)));
      unit.endRead();
      return result;
    } catch (error) {
      await unit.rollback();
      throw translateDatabaseError(error);
    }
  }

  async write<T>(principal: Principal, work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const outer = this.#joinable(principal);
    if (outer?.mode === 'read') throw new Error('a write cannot start inside a read');
    if (outer) return work(outer);
    const unit = await this.#begin(principal, 'write');
    try {
      const [result] = await bothSettled(
        holdingConnection(() => this.#current.run(unit, () => work(unit))),
        unit.guardBy(this.#guard(unit)),
      );
      const after = await unit.commit();
      for (const each of after) void this.#runAfterCommit(each);
      return result;
    } catch (error) {
      await unit.rollback();
      throw translateDatabaseError(error);
    }
  }

  asSystem<T>(_exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#acrossOrganizations('begin', work, async (client) => {
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back by the server');
      client.release();
    });
  }

  onceAsSystem<T>(_exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#once(new SharedConnection(this.#system.take()), work);
  }

  askAsSystem<T>(_exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T> {
    if (this.#asking === undefined || this.#asking.isOver) {
      const asking = new SharedConnection(this.#system.take());
      this.#asking = asking;
      setImmediate(() => {
        if (this.#asking === asking) this.#asking = undefined;
      });
    }
    return this.#once(this.#asking, work);
  }

  async #once<T>(connection: SharedConnection, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T> {
    let left = 1;
    try {
      return await connection.use((client) =>
        holdingConnection(() => this.#current.exit(() => work(queryBuilderOf(client, () => left-- > 0)))),
      );
    } catch (error) {
      throw translateDatabaseError(error);
    } finally {
      left = 0;
    }
  }

  readAsSystem<T>(_exemption: Exemption, work: (sql: Kysely<Tables>) => Promise<T>): Promise<T> {
    return this.#acrossOrganizations(READ_BEGIN, work, async (client) => releaseAfterCommit(client));
  }

  async #acrossOrganizations<T>(
    begin: string,
    work: (sql: Kysely<Tables>) => Promise<T>,
    end: (client: PoolClient) => Promise<void>,
  ): Promise<T> {
    const client = await this.#system.take();
    let open = true;
    try {
      client.query(begin).catch(() => {});
      const result = await holdingConnection(() =>
        this.#current.exit(() => work(queryBuilderOf(client, () => open))),
      );
      open = false;
      await end(client);
      return result;
    } catch (error) {
      open = false;
      await client.query('rollback').then(
        () => client.release(),
        (failure) => client.release(failure),
      );
      throw translateDatabaseError(error);
    }
  }

  async ping(): Promise<void> {
    const client = await this.#app.take();
    try {
      await client.query('select 1');
      client.release();
    } catch (error) {
      client.release(error instanceof Error ? error : true);
      throw error;
    }
  }

  /** Refuses work that waits for a connection, and closes connections as they are given back. */
  async close(): Promise<void> {
    await Promise.all([this.#app.close(), this.#system.close()]);
  }

  async #begin(principal: Principal, mode: 'read' | 'write'): Promise<Transaction & UnitParts> {
    const client = await this.#app.take();
    try {
      return new this.#Unit(client, principal, mode) as Transaction & UnitParts;
    } catch (error) {
      client.release();
      throw error;
    }
  }

  /** Authority is read again inside the transaction, in the same round trip as its first statement. */
  async #guard(unit: Transaction): Promise<boolean> {
    if (unit.principal.kind === 'system' || this.#guards.length === 0) return false;
    await Promise.all(this.#guards.map((check) => check(unit)));
    return true;
  }

  #joinable(principal: Principal): (Transaction & UnitParts) | undefined {
    const outer = this.#current.getStore();
    if (!outer?.isOpen) return undefined;
    if (outer.organization_id !== principal.organization_id)
      throw new Error('a unit of one organization cannot hold a unit of another');
    return outer;
  }

  async #runAfterCommit(work: () => void | Promise<void>): Promise<void> {
    try {
      await this.#current.exit(() => detached(work));
    } catch (error) {
      this.#logger.error('work after commit failed', { error });
    }
  }
}

/** Waits for both even if one fails: the connection is given back only once it is unused. */
async function bothSettled<A, B>(first: Promise<A>, second: Promise<B>): Promise<readonly [A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}
