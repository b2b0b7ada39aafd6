import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { PoolClient } from 'pg';
import type { Tables } from '../tables/tables.ts';

/** Names prepared statements by their text; beyond the bound statements stay unnamed. */
class StatementNames {
  static readonly #most = 1_000;
  readonly #names = new Map<string, string>();

  of(sql: string): string | undefined {
    const known = this.#names.get(sql);
    if (known !== undefined || this.#names.size >= StatementNames.#most || sql.length > 8_000) return known;
    const name = `p${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}

const statementNames = new StatementNames();

/** The `name` that makes a statement a prepared one, if it gets one. */
export function named(sql: string): { readonly name?: string } {
  const name = statementNames.of(sql);
  return name === undefined ? {} : { name };
}

class ClientConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #isOpen: () => boolean;

  constructor(client: PoolClient, isOpen: () => boolean) {
    this.#client = client;
    this.#isOpen = isOpen;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#isOpen())
      throw new Error('this unit of work has ended; its connection belongs to somebody else');
    const { rows, rowCount, command } = await this.#client.query({
      text: query.sql,
      values: [...query.parameters],
      ...named(query.sql),
    });
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: cursors do not go with pipelining; the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not available on pipelined connections; read in pages');
  }
}

class ClientDriver implements Driver {
  readonly #connection: ClientConnection;

  constructor(connection: ClientConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    throw new Error('the unit of work owns the transaction');
  }

  async commitTransaction(): Promise<void> {
    throw new Error('the unit of work owns the transaction');
  }

  async rollbackTransaction(): Promise<void> {
    throw new Error('the unit of work owns the transaction');
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

const adapter = new PostgresAdapter();
const compiler = new PostgresQueryCompiler();

/**
 * The query builder of one unit of work. It refuses once the unit has ended: a statement that comes late
 * must not run in the next unit's scope on the same connection.
 */
export function queryBuilderOf(client: PoolClient, isOpen: () => boolean): Kysely<Tables> {
  const connection = new ClientConnection(client, isOpen);
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new ClientDriver(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  });
}
