import type { OnRoute } from '@patchbay/kernel/http';

/**
 * How the routes of one platform kept to what they declare, over all requests of a test file. An error that its
 * route does not declare fails it; so does a route that creates, acts or deletes and never left an audit record,
 * unless it says why not (`unaudited`). An update that changes nothing writes nothing, so only POST
 * and DELETE are judged.
 */
export class Conduct {
  readonly #undeclared = new Set<string>();
  readonly #records = new Map<string, number>();

  readonly note: OnRoute = (deed) => {
    const { id, method, unaudited } = deed.route;
    if (deed.kind === 'undeclared_error')
      this.#undeclared.add(`${id} throws ${deed.error.id}, which is not in its errors`);
    else if (unaudited === undefined && (method === 'POST' || method === 'DELETE'))
      this.#records.set(id, (this.#records.get(id) ?? 0) + deed.records);
  };

  /** `judgesRecords`: only a file that runs routes to their effect can say that one never left a record. */
  assertGood(judgesRecords = true): void {
    const silent = [...this.#records]
      .filter(([, records]) => records === 0)
      .map(([id]) => `${id} succeeds and leaves no audit record: record it, or say why not in "unaudited"`);
    const faults = [...this.#undeclared, ...(judgesRecords ? silent : [])];
    if (faults.length > 0) throw new Error(`routes break what they declare:\n  ${faults.join('\n  ')}`);
  }
}
