import { DATABASE } from '@patchbay/kernel/database';
import { defineError, notFound } from '@patchbay/kernel/errors';
import { defineEvent } from '@patchbay/kernel/events';
import { route } from '@patchbay/kernel/http';
import { createPlatform, defineModule } from '@patchbay/kernel/modules';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import t from 'tap';
import Type from 'typebox';
import { Conduct } from '../harness/conduct.ts';
import { call, cloneDatabase, testEnvironment } from '../harness/index.ts';

const taken = defineError({ id: 'conduct.taken', kind: 'conflict', message: 'Taken.' });
const unlisted = defineEvent({
  type: 'conduct.happened',
  title: 'Something happened',
  description: 'It is listed by no module.',
  category: 'system',
  access: { role: 'org_admin' },
  payload: Type.Object({}),
});

const act = (id: string, overrides: object = {}, handle: () => object = () => ({})) =>
  route({
    id: `conduct.${id}`,
    method: 'POST',
    path: `/conduct/${id}`,
    summary: 'Act',
    access: { public: 'a test' },
    reply: Type.Object({}),
    handle,
    ...overrides,
  });

const throwing = (error: () => Error) => (): object => {
  throw error();
};

const routes = [
  act('silent'),
  act('excused', { unaudited: 'changes nothing' }),
  act('undeclared', {}, throwing(taken)),
  act('declared', { errors: [taken] }, throwing(taken)),
  act('absent', {}, throwing(notFound)),
];

const database = await cloneDatabase();
const conduct = new Conduct();
const platform = await createPlatform({
  environment: {
    ...testEnvironment(database.url, t.testdir(), 'silent'),
  },
  work: false,
  onRoute: conduct.note,
  modules: [
    {
      file: 'test/sweeps/conduct.test.ts',
      declaration: defineModule({
        id: 'conduct',
        title: 'Conduct',
        status: 'available',
        prefixes: ['/conduct'],
        errors: [taken],
        routes,
      }),
    },
  ],
});
t.teardown(async () => {
  await platform.stop();
  await database.drop();
});

t.test(
  'the harness fails for an error that its route does not declare, and for an act without a record',
  async (t) => {
    const statuses = [];
    for (const { path } of routes)
      statuses.push((await call(platform.url, 'POST', `/api/v1${path}`, {})).status);
    t.same(statuses, [200, 200, 409, 409, 404]);
    t.throws(() => conduct.assertGood(), {
      message: `routes break what they declare:
  conduct.undeclared throws conduct.taken, which is not in its errors
  conduct.silent succeeds and leaves no audit record: record it, or say why not in "unaudited"`,
    });
  },
);

t.test('an event that no module lists cannot be published', async (t) => {
  const somebody = systemPrincipal('01890000-0000-7000-8000-000000000000');
  await t.rejects(
    platform.get(DATABASE).write(somebody, async (work) => work.events.publish(unlisted, {})),
    /event "conduct\.happened" is published and listed by no module: add it to "events"/,
  );
});
