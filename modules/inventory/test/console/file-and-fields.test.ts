import t from 'tap';
import { entriesOf, fieldsOf, hasTwins } from '../../console/devices/custom-fields.ts';
import { FACTS, faultsOf, KINDS } from '../../console/import/kinds.ts';

t.test('own fields keep the kind of their value', async (t) => {
  const entries = entriesOf({ rack: 'A4', unit: 7, leased: true, none: null });
  t.same(fieldsOf(entries), { rack: 'A4', unit: 7, leased: true, none: null });
  const typed = entries.map((entry) => (entry.name === 'unit' ? { ...entry, text: '8' } : entry));
  t.same(fieldsOf(typed), { rack: 'A4', unit: 8, leased: true, none: null });
  t.same(
    fieldsOf([
      { name: 'unit', text: 'top', former: 7 },
      { name: '', text: 'x', former: undefined },
    ]),
    {
      unit: 'top',
    },
  );
  t.equal(hasTwins([...entries, { name: 'rack', text: 'B', former: undefined }]), true);
  t.equal(hasTwins(entries), false);
});

t.test('a refused import names line and column as a dry run does', async (t) => {
  const details = [
    { field: 'rows.4.timezone', message: 'is no time zone', type: 'format' },
    { field: 'rows.5', message: 'is there twice', type: 'duplicate' },
    { field: 'csv', message: 'is too long', type: 'too_long' },
  ];
  t.same(faultsOf(details), [
    { row: 4, column: 'timezone', message: 'is no time zone', type: 'format' },
    { row: 5, column: null, message: 'is there twice', type: 'duplicate' },
  ]);
});

t.test('each template has a cell for every column', async (t) => {
  for (const kind of KINDS) t.equal(FACTS[kind].example.length, FACTS[kind].columns.length, kind);
});
