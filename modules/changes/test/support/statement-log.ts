import pg from 'pg';

/** The driver's client with its options. */
interface Named {
  readonly connectionParameters: { readonly application_name?: string };
}

const hasName = (client: object): client is Named => 'connectionParameters' in client;
const isOfSystem = (client: object): boolean =>
  hasName(client) && client.connectionParameters.application_name === 'patchbay system';

/** A statement without what differs from one run to the next. */
const shown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/'[0-9a-f-]{36}'/g, '…')
    .slice(0, 120);

export interface Counted {
  readonly count: number;
  /** Statements with their counts, highest first. */
  readonly table: readonly string[];
}

/**
 * The statements of all connections that are opened after it. Transactions of the system are left out: relays,
 * seals and sweeps go on at their own pace. Statements of the system alone, by which a request reads, count.
 */
export class StatementLog {
  readonly #inside = new WeakSet<object>();
  #texts: string[] = [];

  constructor(t: { teardown(work: () => void): unknown }) {
    const note = (client: object, statement: unknown): void => this.#note(client, statement);
    const send = pg.Client.prototype.query;
    const noting = function (this: pg.Client, ...statement: Parameters<typeof send>): unknown {
      note(this, statement[0]);
      return send.apply(this, statement);
    };
    const put = (value: unknown) =>
      Object.defineProperty(pg.Client.prototype, 'query', { value, configurable: true, writable: true });
    put(noting);
    t.teardown(() => void put(send));
  }

  async during(work: () => Promise<unknown>): Promise<Counted> {
    this.#texts = [];
    await work();
    const counted = [...Map.groupBy(this.#texts, (text) => text)]
      .map(([text, all]) => [all.length, text] as const)
      .sort(([a], [b]) => b - a);
    return {
      count: this.#texts.length,
      table: counted.map(([times, text]) => `${times} ${text}`),
    };
  }

  #note(client: object, statement: unknown): void {
    const { text = String(statement) } = Object(statement);
    if (isOfSystem(client) && this.#isInTransaction(client, text)) return;
    this.#texts.push(shown(text));
  }

  #isInTransaction(client: object, text: string): boolean {
    if (/^begin\b/.test(text)) this.#inside.add(client);
    if (/^(commit|rollback)\b/.test(text)) return this.#inside.delete(client);
    return this.#inside.has(client);
  }
}
