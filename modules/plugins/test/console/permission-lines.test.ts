import t from 'tap';
import { permissionLines } from '../../console/permission-lines.ts';

const former = { events: ['a.b', 'c.d'], state: true, emit: ['seen'], http: [] };

t.test('without a former version nothing is marked', async (t) => {
  t.same(permissionLines(former), [
    { kind: 'events', subject: 'a.b', change: 'same' },
    { kind: 'events', subject: 'c.d', change: 'same' },
    { kind: 'emit', subject: 'seen', change: 'same' },
    { kind: 'state', subject: '', change: 'same' },
  ]);
});

t.test('what is new and what goes is marked', async (t) => {
  const wanted = { events: ['a.b'], state: false, emit: ['seen'], http: ['api.example.com'] };
  t.same(
    permissionLines(wanted, former).filter(({ change }) => change !== 'same'),
    [
      { kind: 'http', subject: 'api.example.com', change: 'added' },
      { kind: 'events', subject: 'c.d', change: 'removed' },
      { kind: 'state', subject: '', change: 'removed' },
    ],
  );
});
