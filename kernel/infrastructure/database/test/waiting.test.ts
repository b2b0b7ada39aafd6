import t from 'tap';
import { systemPrincipal } from '../../../permissions/index.ts';
import { exempt, migration, tenantTable, waitingUntil } from '../index.ts';
import { ownDatabase } from './own-database.ts';

const ALPHA = '01900000-0000-7000-8000-00000000000a';
const look = exempt('test.waiting', 'a test holds the connections of everybody');
const notes = migration('test.001-notes', tenantTable('notes', { siteColumn: null, columns: ['text text'] }));

const turn = () => new Promise(setImmediate);

async function allInUse(t: Parameters<typeof ownDatabase>[0]) {
  const { database, app, system } = await ownDatabase(t, notes);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const holding = [1, 2].flatMap(() => [
    database.read(systemPrincipal(ALPHA), () => released),
    database.asSystem(look, () => released),
  ]);
  while (app.totalCount < 2 || app.idleCount > 0 || system.totalCount < 2 || system.idleCount > 0)
    await turn();
  return { database, system, release, held: Promise.all(holding) };
}

t.test('work that outlived the deadline it began under waits as work without one', async (t) => {
  const { database, system, release, held } = await allInUse(t);
  const late = waitingUntil(performance.now() - 1, () => database.asSystem(look, async () => 'done'));
  const outcome = late.catch((error: unknown) => error);
  while (system.waitingCount === 0) await turn();
  const untilMs = performance.now() + 100;
  while (performance.now() < untilMs) await turn();
  release();
  await held;
  t.equal(await outcome, 'done');
});

t.test('work after a commit does not wait under the deadline of the request that committed', async (t) => {
  const { database, system } = await ownDatabase(t, notes);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: outcome, resolve: settle } = Promise.withResolvers<unknown>();
  const deadlineMs = performance.now() + 300;
  const holding = [1, 2].map(() => database.asSystem(look, () => released));
  await waitingUntil(deadlineMs, () =>
    database.write(systemPrincipal(ALPHA), async (work) => {
      work.afterCommit(() => settle(database.asSystem(look, async () => 'done').catch((error) => error)));
    }),
  );
  while (system.waitingCount === 0) await turn();
  while (performance.now() < deadlineMs + 100) await turn();
  release();
  await Promise.all(holding);
  t.equal(await outcome, 'done');
});
