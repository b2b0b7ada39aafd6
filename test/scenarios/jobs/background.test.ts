import { contribute } from '@patchbay/kernel/extension';
import {
  BACKGROUND,
  type DiscoveredModule,
  defineModule,
  MODULE_REGISTRY,
  openPlatform,
} from '@patchbay/kernel/modules';
import t from 'tap';
import { bootPlatform, TEST_SECRET_KEY } from '../../harness/index.ts';

/** A module that is off from the start, with work beside its jobs. */
function watching(starts: string[]): DiscoveredModule {
  const declaration = defineModule({
    id: 'watching',
    title: 'Watching',
    status: 'beta',
    prefixes: ['/watching'],
    contributes: contribute(BACKGROUND, { start: () => starts.push('started') }),
  });
  return { file: 'modules/watching/index.ts', declaration };
}

t.test('work beside jobs starts where the platform serves, though its module is off', async (t) => {
  const starts: string[] = [];
  const harness = await bootPlatform(t, { modules: [watching(starts)], work: false });
  const view = harness
    .get(MODULE_REGISTRY)
    .list()
    .find(({ id }) => id === 'watching');
  t.match(view, { enabled: false });
  t.same(starts, ['started']);

  t.test('and not where a command opens the platform', async (t) => {
    const beside: string[] = [];
    const opened = await openPlatform({
      environment: {
        DATABASE_URL: harness.databaseUrl,
        SECRET_KEY: TEST_SECRET_KEY,
        DATA_DIR: t.testdir({}),
        LOG_LEVEL: 'silent',
      },
      modules: [watching(beside)],
    });
    t.teardown(() => opened.stop());
    t.same(beside, []);
  });
});
