import { type LoggedEvent, PatternIndex, parsePattern } from '@patchbay/kernel/events';
import type { Conditions } from '@patchbay/kernel/fabric';
import t from 'tap';
import { causationOf } from '../intake/loop-guard.ts';
import { matchEvents, type Wired } from '../intake/match-events.ts';

const wired = (id: string, conditions: Conditions | null = null): Wired => ({
  id,
  organization_id: 'o1',
  conditions,
});

const event = (fields: Partial<LoggedEvent>): LoggedEvent => ({
  id: 'e1',
  cursor: 1,
  organization_id: 'o1',
  site_id: null,
  event_type: 'device.status.changed',
  category: 'device',
  priority: 'normal',
  payload: {},
  causation: [],
  occurred_at: '2026-01-01T00:00:00.000000Z',
  ...fields,
});

function indexOf(...connections: readonly (readonly [string, Wired])[]) {
  const index = new PatternIndex<Wired>();
  for (const [text, connection] of connections) {
    const pattern = parsePattern(text);
    if (pattern) index.add(pattern, connection);
  }
  return new Map([['o1', index]]);
}

t.test('an event finds the Connections of its own organization whose pattern matches', async (t) => {
  const indexes = indexOf(
    ['device.*', wired('all')],
    ['device.status.changed', wired('exact')],
    ['alert.**', wired('no')],
  );
  const { matches } = await matchEvents([event({}), event({ id: 'e2', organization_id: 'o2' })], indexes, {
    noun: 'Connection',
  });
  t.same(matches.map(({ owner, event }) => [owner.id, event.id]).sort(), [
    ['all', 'e1'],
    ['exact', 'e1'],
  ]);
});

t.test('failed conditions are kept by what failed and where in the batch', async (t) => {
  const conditions: Conditions = {
    logic: 'and',
    conditions: [
      { field: 'a', operator: 'eq', value: 1 },
      { field: 'b', operator: 'gt', value: 5 },
    ],
  };
  const indexes = indexOf(['**', wired('c', conditions)]);
  const payloads = [
    { a: 1, b: 9 },
    { a: 2, b: 9 },
    { a: 2, b: 1 },
    { a: 3, b: 8 },
  ];
  const { matches, misses } = await matchEvents(
    payloads.map((payload, at) => event({ id: `e${at}`, cursor: 40 + at, payload })),
    indexes,
    { noun: 'Connection' },
  );
  t.same(
    matches.map(({ event }) => event.id),
    ['e0'],
  );
  t.same(
    misses.map(({ missed, details }) => ({ missed, details })),
    [{ missed: 3, details: { conditions: ['a eq', 'b gt'], events: { '0': [1, 3], '0,1': [2] } } }],
  );
});

t.test('a Connection that led to the event does not answer it', async (t) => {
  const indexes = indexOf(['**', wired('c1')], ['**', wired('c2')]);
  const { matches } = await matchEvents([event({ causation: ['e0', 'c1'] })], indexes, {
    noun: 'Connection',
  });
  t.same(
    new Map(matches.map(({ owner, refusal }) => [owner.id, refusal])),
    new Map([
      ['c1', 'loop: this Connection led to the event'],
      ['c2', null],
    ]),
  );
});

t.test('a chain goes eight links deep and no further', async (t) => {
  let causation: readonly string[] = [];
  const refusals: (string | null | undefined)[] = [];
  for (let link = 0; link < 10; link++) {
    const cause = event({ id: `e${link}`, causation });
    const { matches } = await matchEvents([cause], indexOf(['**', wired(`c${link}`)]), {
      noun: 'Connection',
    });
    refusals.push(matches[0]?.refusal);
    causation = causationOf(cause, `c${link}`);
  }
  t.same(
    refusals.slice(0, 8),
    Array.from({ length: 8 }, () => null),
  );
  t.equal(refusals[8], 'loop: the chain is deeper than 8');
});
