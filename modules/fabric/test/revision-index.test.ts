import { randomUUID } from 'node:crypto';
import { parsePattern } from '@patchbay/kernel/events';
import { type IndexedEntry, RevisionIndex } from '@patchbay/runs';
import { bootPlatform } from '@patchbay/test/harness';
import t from 'tap';
import { behind, connect, logs } from './support/platform.ts';

interface Owner {
  readonly organization_id: string;
}

t.test('events are passed over only while it is certain that none has an owner', async (t) => {
  const harness = await bootPlatform(t, { work: false });
  const owner = await harness.owner();
  const { organization_id } = owner;
  const pattern = parsePattern('site.*');
  if (pattern === null) throw new Error('a pattern of the test');
  let indexed: readonly IndexedEntry<Owner>[] = [];
  const index = new RevisionIndex<Owner>('connection_revisions', async () => indexed);
  const mayAnswer = (event_type: string, of = organization_id) =>
    behind(harness, (db) => index.mayAnswer(db, [{ organization_id: of, event_type }]));
  const load = () => behind(harness, (db) => index.of(db, [organization_id]));

  t.notOk(await mayAnswer('site.updated'), 'an organization that never had an owner');
  await connect(harness, owner, { steps: [logs('x')] });
  indexed = [{ pattern, value: { organization_id } }];
  t.ok(await mayAnswer('device.updated'), 'owners that are not known yet');
  await load();
  t.ok(await mayAnswer('site.updated'), 'an event that one answers to');
  t.notOk(await mayAnswer('device.updated'), 'an event that none answers to');
  t.notOk(await mayAnswer('site.updated', randomUUID()), 'the same event of another organization');
  await connect(harness, owner, { name: 'Second', steps: [logs('x')] });
  t.ok(await mayAnswer('device.updated'), 'a change that this process has not read');
  indexed = [];
  await load();
  t.notOk(await mayAnswer('site.updated'));
});
