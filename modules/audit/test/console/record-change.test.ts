import t from 'tap';
import { changeOf, differs, fieldsIn, jsonLines } from '../../console/record-change.ts';

t.test('a record tells a change in three ways', async (t) => {
  t.same(changeOf({ before: { name: 'a' }, after: { name: 'b' } }), {
    before: { name: 'a' },
    after: { name: 'b' },
  });
  t.same(changeOf({ name: 'b', size: 1, before: { name: 'a', size: 1 } }), {
    before: { name: 'a', size: 1 },
    after: { name: 'b', size: 1 },
  });
  t.same(changeOf({ from: 'a', to: 'b' }), { before: { value: 'a' }, after: { value: 'b' } });
  t.same(changeOf({ from: { x: 1 }, to: { x: 2 } }), { before: { x: 1 }, after: { x: 2 } });
});

t.test('other records tell none', async (t) => {
  t.equal(changeOf({ ip: '127.0.0.1' }), null);
  t.equal(changeOf({ before: 'yesterday' }), null);
  t.equal(changeOf({ from: null }), null);
});

t.test('fields of both sides are shown, and those that differ are known', async (t) => {
  const change = { before: { name: 'a', gone: 1 }, after: { name: 'a', fresh: [1] } };
  t.same(fieldsIn(change), ['name', 'gone', 'fresh']);
  t.same(
    fieldsIn(change).filter((field) => differs(change, field)),
    ['gone', 'fresh'],
  );
});

t.test('records are exported one a line', async (t) => {
  t.equal(jsonLines([{ a: 'x\ny' }, { b: 1 }]), '{"a":"x\\ny"}\n{"b":1}\n');
});
