import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { contribute } from '@patchbay/kernel/extension';
import { GUIDE_PAGES } from '@patchbay/module-system/contract';
import t from 'tap';
import { bootPlatform } from '../../harness/index.ts';
import { moduleOf } from '../../kit/index.ts';

t.test("another's module adds a page to the guide without an edit elsewhere", async (t) => {
  const file = join(t.testdir(), 'coffee.md');
  await writeFile(file, '# Coffee\n\nThe machine has a management interface.\n');
  const coffee = moduleOf(import.meta.filename, {
    id: 'coffee',
    title: 'Coffee',
    contributesTo: ['system'],
    contributes: contribute(GUIDE_PAGES, { id: 'coffee', title: 'Coffee', file: pathToFileURL(file) }),
  });
  const harness = await bootPlatform(t, { modules: [coffee] });

  const { pages } = (await harness.call('GET', '/guide')).body as { pages: { id: string; title: string }[] };
  t.match(
    pages.find(({ id }) => id === 'coffee'),
    { id: 'coffee', title: 'Coffee' },
  );
  t.ok(
    pages.some(({ id }) => id === 'wiring-events'),
    'beside those of the platform',
  );
  for (const { id } of pages) {
    const page = await harness.call('GET', `/guide/${id}`);
    t.equal(page.status, 200, id);
    t.match(page.headers['content-type'], /^text\/markdown/);
    t.match(page.text, /^# /, `${id} begins with its title`);
  }

  const owner = await harness.owner();
  t.equal((await harness.call('GET', '/guide/tea')).status, 404);
  t.equal((await harness.call('GET', '/guide/..%2Fpackage')).status, 400, 'a page is named, not a path');
  const off = await harness.call('PATCH', '/modules/coffee', { as: owner, body: { enabled: false } });
  t.equal(off.status, 200, off.text);
  t.equal((await harness.call('GET', '/guide/coffee')).status, 404, 'a page goes with its module');
});
