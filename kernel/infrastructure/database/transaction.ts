import type { CompiledQuery, Kysely } from 'kysely';
import { DatabaseError, type PoolClient } from 'pg';
import type { Principal } from '../../permissions/index.ts';
import { isUuid } from '../../schema/index.ts';
import { named, queryBuilderOf } from './connections/client-dialect.ts';
import type { Tables } from './tables/tables.ts';
import type { Unit } from './unit-of-work.ts';

/** All statements of a read see one moment: a page and its total agree. */
export const READ_BEGIN = 'begin isolation level repeatable read, read only';

/** The statement that opens a transaction in a scope, as one message. */
function openingOf(principal: Principal, mode: 'read' | 'write'): string {
  const ids = [principal.organization_id, ...(principal.site_ids ?? [])];
  if (!ids.every((id) => isUuid(id))) throw new Error('a scope holds UUIDs only');
  const sites = principal.site_ids === null ? '' : `{${principal.site_ids.join(',')}}`;
  const begin = mode === 'read' ? READ_BEGIN : 'begin';
  return `${begin};set local app.organization_id='${principal.organization_id}';set local app.site_ids='${sites}'`;
}

/** Ends a read; its connection goes back once the server has said so, or away when it cannot. */
export function releaseAfterCommit(client: PoolClient): void {
  client.query('commit').then(
    () => client.release(),
    (error) => client.release(error),
  );
}

interface LastStatement {
  readonly statement: () => CompiledQuery;
  readonly failedAs: (cause: unknown) => unknown;
  rows?: readonly unknown[];
}

/** A transaction that an earlier statement had failed already. */
const FAILED_BEFORE = '25P02';

/**
 * Whether the server itself refused the statement: only then is the COMMIT behind it known to have changed nothing.
 * After a lost connection, or a wait that was given up, it may have happened.
 */
const isRefusal = (cause: unknown): boolean => cause instanceof DatabaseError && cause.code !== FAILED_BEFORE;

const asItIs = (cause: unknown): unknown => cause;

/** One open transaction on one connection. */
export class Transaction implements Unit {
  readonly principal: Principal;
  readonly mode: 'read' | 'write';
  readonly sql: Kysely<Tables>;
  readonly #client: PoolClient;
  readonly #last: LastStatement[] = [];
  readonly #after: (() => void | Promise<void>)[] = [];
  readonly #opened: Promise<unknown>;
  readonly #guarded = Promise.withResolvers<boolean>();
  #open = true;

  constructor(client: PoolClient, principal: Principal, mode: 'read' | 'write') {
    this.#client = client;
    this.principal = principal;
    this.mode = mode;
    this.sql = queryBuilderOf(client, () => this.#open);
    this.#opened = client.query(openingOf(principal, mode));
    this.#opened.catch(() => {});
    this.#guarded.promise.catch(() => {});
  }

  get organization_id(): string {
    return this.principal.organization_id;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  guarded(): Promise<boolean> {
    return this.#guarded.promise;
  }

  /** Takes on what the guards will have found. */
  guardBy(found: Promise<boolean>): Promise<boolean> {
    this.#guarded.resolve(found);
    return found;
  }

  withCommit<R>(
    statement: () => CompiledQuery<R>,
    failedAs: LastStatement['failedAs'] = asItIs,
  ): () => readonly R[] {
    const last: LastStatement = { statement, failedAs };
    this.#last.push(last);
    return () => {
      if (last.rows === undefined) throw new Error('the last statement of a unit answers once it has ended');
      return last.rows as readonly R[];
    };
  }

  afterCommit(work: () => void | Promise<void>): void {
    this.#after.push(work);
  }

  /** Ends a read without making its caller wait for COMMIT. */
  endRead(): void {
    this.#open = false;
    releaseAfterCommit(this.#client);
  }

  /**
   * Runs the statements that must precede COMMIT and commits. The last statements and COMMIT travel together; a
   * failed statement turns COMMIT into a rollback, which its answer shows.
   */
  async commit(): Promise<readonly (() => void | Promise<void>)[]> {
    const last = this.#last
      .map((each) => ({ each, compiled: each.statement() }))
      .map(({ each, compiled: { sql, parameters } }) =>
        this.#client.query({ text: sql, values: [...parameters], ...named(sql) }).then(
          ({ rows }) => {
            each.rows = rows;
          },
          (cause: unknown) => Promise.reject(isRefusal(cause) ? each.failedAs(cause) : cause),
        ),
      );
    const committed = this.#client.query('commit');
    const results = await Promise.allSettled([this.#opened, ...last, committed]);
    this.#open = false;
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
    if ((await committed).command !== 'COMMIT')
      throw new Error('the transaction was rolled back by the server');
    this.#client.release();
    return this.#after;
  }

  /** Undoes everything; a connection that cannot even roll back is thrown away. */
  async rollback(): Promise<void> {
    this.#open = false;
    try {
      await this.#client.query('rollback');
      this.#client.release();
    } catch (error) {
      this.#client.release(error instanceof Error ? error : true);
    }
  }
}
