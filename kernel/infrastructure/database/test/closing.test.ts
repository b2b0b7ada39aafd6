import t from 'tap';
import { PatchbayError } from '../../../errors/index.ts';
import { systemPrincipal } from '../../../permissions/index.ts';
import { migration, tenantTable } from '../index.ts';
import { ownDatabase } from './own-database.ts';

const ALPHA = '01900000-0000-7000-8000-00000000000a';
const notes = migration('test.001-notes', tenantTable('notes', { siteColumn: null, columns: ['text text'] }));

t.test('work that waits for a connection is refused at once when the database is closed', async (t) => {
  const { database, app } = await ownDatabase(t, notes);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const read = (work: () => Promise<void>) => database.read(systemPrincipal(ALPHA), work);
  let held = 0;
  const hold = (): Promise<void> => {
    held += 1;
    return released;
  };
  const holding = [1, 2].map(() => read(hold));
  const waiting = [1, 2, 3].map(() => read(async () => {}));
  const refused = Promise.allSettled(waiting);
  while (held < 2 || app.waitingCount < waiting.length) await new Promise(setImmediate);
  const closing = database.close();
  for (const result of await refused) {
    const error = result.status === 'rejected' ? result.reason : null;
    t.ok(error instanceof PatchbayError, String(error));
    t.match(error, { id: 'kernel.unavailable', message: 'The process is stopping; try again shortly.' });
  }
  await t.rejects(
    read(async () => {}),
    { message: /is stopping/ },
  );
  release();
  await Promise.all(holding);
  await closing;
  await database.close();
});
