import t from 'tap';
import Type from 'typebox';
import { provideValue, token } from '../../di/index.ts';
import { defineEvent, durableListener } from '../../events/index.ts';
import { route } from '../../infrastructure/http/index.ts';
import { defineJob } from '../../infrastructure/jobs/index.ts';
import { defineModule, type ModuleDeclaration } from '../define-module.ts';
import { checkModules } from '../installed/check.ts';
import { inBootOrder, selected } from '../installed/order.ts';

const THING = token<{ readonly name: string }>('test.thing');

const found = (declaration: Partial<ModuleDeclaration> & { readonly id: string }) => ({
  file: `modules/${declaration.id}/index.ts`,
  declaration: defineModule({
    title: declaration.id,
    status: 'available',
    prefixes: [`/${declaration.id}`],
    ...declaration,
  }),
});

const getThing = (overrides: object = {}) =>
  route({
    id: 'racks.get',
    method: 'GET',
    path: '/racks/{rack_id}',
    summary: 'Get',
    access: { authenticated: true },
    reply: Type.Object({ id: Type.String() }),
    handle: () => ({ id: 'x' }),
    ...overrides,
  });

const refusals: readonly [string, Parameters<typeof found>[0][], RegExp][] = [
  ['an id that is no id', [{ id: 'Racks' }], /modules\/Racks\/index\.ts: "Racks" is no module id/],
  [
    'another major of the contract',
    [{ id: 'racks', contract: 2 }],
    /built for module contract 2; this platform has 1/,
  ],
  [
    'a route outside its prefixes',
    [{ id: 'racks', prefixes: ['/shelves'], routes: [getThing()] }],
    /racks\.get: \/racks\/\{rack_id\} is outside/,
  ],
  [
    'a route without access',
    [{ id: 'racks', routes: [getThing({ access: undefined })] }],
    /racks\.get declares no access/,
  ],
  [
    'a permission nobody declares',
    [{ id: 'racks', routes: [getThing({ access: { permission: 'rack:read' } })] }],
    /uses permission "rack:read", which no module declares/,
  ],
  [
    'a dependency nobody provides',
    [{ id: 'racks', routes: [getThing({ deps: { thing: THING } })] }],
    /route racks\.get needs "test\.thing", which nothing provides/,
  ],
  [
    'a dependency of a module it does not require',
    [
      { id: 'racks', routes: [getThing({ deps: { thing: THING } })] },
      { id: 'shelves', providers: [provideValue(THING, { name: 'x' })] },
    ],
    /needs "test\.thing" of module "shelves", which "racks" does not require/,
  ],
  [
    'the same route id twice',
    [
      { id: 'racks', routes: [getThing()] },
      { id: 'shelves', prefixes: ['/racks'], routes: [getThing()] },
    ],
    /route "racks\.get" is declared twice: in modules\/racks\/index\.ts and in modules\/shelves\/index\.ts/,
  ],
  [
    'a job whose cron is none',
    [
      {
        id: 'racks',
        jobs: [
          defineJob({ id: 'racks.count', payload: Type.Object({}), cron: '0 25 * * *', run: async () => {} }),
        ],
      },
    ],
    /job racks\.count: "0 25 \* \* \*" is no cron/,
  ],
  [
    'an event below a known prefix with a permission nobody declares',
    [
      {
        id: 'racks',
        events: [
          defineEvent({
            type: 'alert.racked',
            title: 'x',
            description: 'x',
            category: 'x',
            access: { permission: 'alert:raed' },
            payload: Type.Object({}),
          }),
        ],
      },
    ],
    /event alert\.racked uses permission "alert:raed", which no module declares/,
  ],
  [
    'an event type that is none',
    [
      {
        id: 'racks',
        events: [
          defineEvent({
            type: 'Rack',
            title: 'x',
            description: 'x',
            category: 'x',
            access: { authenticated: true },
            payload: Type.Object({}),
          }),
        ],
      },
    ],
    /"Rack" is no event type/,
  ],
];

for (const [what, modules, message] of refusals)
  t.test(`${what} is refused with the file named`, async (t) => {
    t.throws(() => checkModules(modules.map(found), new Set()), message);
  });

t.test('all findings are told at once', async (t) => {
  t.throws(
    () => checkModules([found({ id: 'Racks' }), found({ id: 'racks', contract: 9 })], new Set()),
    /is no module id[\s\S]*built for module contract 9/,
  );
});

t.test('a dependency of a required module is fine, also through a third', async (t) => {
  const modules = [
    found({ id: 'racks', requires: ['rooms'], routes: [getThing({ deps: { thing: THING } })] }),
    found({ id: 'rooms', requires: ['shelves'] }),
    found({ id: 'shelves', providers: [provideValue(THING, { name: 'x' })] }),
  ];
  t.doesNotThrow(() => checkModules(modules, new Set()));
});

t.test('modules boot after what they require', async (t) => {
  const order = inBootOrder([
    found({ id: 'c', requires: ['a', 'b'] }),
    found({ id: 'b', requires: ['a'] }),
    found({ id: 'a' }),
  ]);
  t.same(
    order.map(({ declaration }) => declaration.id),
    ['a', 'b', 'c'],
  );
});

t.test('a missing requirement and a cycle are refused by name', async (t) => {
  t.throws(
    () => inBootOrder([found({ id: 'a', requires: ['z'] })]),
    /modules\/a\/index\.ts: module "a" requires "z", which is not there/,
  );
  t.throws(
    () => inBootOrder([found({ id: 'a', requires: ['b'] }), found({ id: 'b', requires: ['a'] })]),
    /cycle: a -> b -> a/,
  );
});

t.test(
  'named modules are kept, unknown names refused, development ones never load in production',
  async (t) => {
    const all = [found({ id: 'a' }), found({ id: 'lab', developmentOnly: true })];
    t.same(
      selected(all, ['a'], false).map(({ declaration }) => declaration.id),
      ['a'],
    );
    t.same(
      selected(all, [], true).map(({ declaration }) => declaration.id),
      ['a'],
    );
    t.throws(() => selected(all, ['nope'], false), /PATCHBAY_MODULES names unknown modules: nope/);
  },
);

t.test('a kind of durable listeners is a word, and belongs to one module', async (t) => {
  const listening = (id: string, ...kinds: readonly string[]) =>
    found({
      id,
      listeners: kinds.map((kind, index) =>
        durableListener({ id: `${id}.${index}`, kind, handle: async () => {} }),
      ),
    });
  t.doesNotThrow(() => checkModules([listening('a', 'ticket_mails', 'ticket_mails')], new Set()));
  t.throws(
    () =>
      checkModules(
        [listening('a', 'Ticket Mails'), listening('b', 'tickets'), listening('c', 'tickets')],
        new Set(),
      ),
    /"Ticket Mails" is no kind of durable listeners[\s\S]*kind of durable listeners "tickets" is declared twice/,
  );
});
