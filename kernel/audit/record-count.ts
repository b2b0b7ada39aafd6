import { AsyncLocalStorage } from 'node:async_hooks';

interface Count {
  records: number;
}

const counts = new AsyncLocalStorage<Count>();

/** Runs `work` and answers how many audit records it wrote; for tests of who leaves none. */
export async function countRecords<T>(work: () => T | Promise<T>): Promise<readonly [T, number]> {
  const count: Count = { records: 0 };
  const result = await counts.run(count, work);
  return [result, count.records];
}

/** Says that a record was written. */
export function noteRecord(): void {
  const count = counts.getStore();
  if (count !== undefined) count.records += 1;
}
