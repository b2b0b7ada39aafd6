import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';

const GUIDE = join(import.meta.dirname, '..', '..', '..', 'modules', 'fabric', 'docs', 'wiring-events.md');
const PATHS: Readonly<Record<string, string>> = {
  connection: '/fabric/connections',
  rule: '/automation/rules',
  webhook: '/webhooks',
};

t.test('every example of the guide to events is taken as it stands', async (t) => {
  const text = await readFile(GUIDE, 'utf8');
  const examples = [...text.matchAll(/```json (\w+)\n(.*?)```/gs)];
  t.same(examples.map(([, kind]) => kind).toSorted(), Object.keys(PATHS).toSorted());
  const harness = await bootPlatform(t);
  const owner = await harness.owner();
  for (const [, kind, json] of examples) {
    const answer = await harness.call('POST', String(PATHS[String(kind)]), {
      as: owner,
      body: JSON.parse(String(json)),
    });
    t.equal(answer.status, 201, `${kind}: ${answer.text}`);
    t.same(answer.body.findings ?? [], [], `${kind}: nothing is found amiss`);
  }
});
