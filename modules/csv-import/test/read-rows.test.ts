import { staysResponsive } from '@patchbay/test/harness';
import t from 'tap';
import Type from 'typebox';
import { asClearableText, asFields, asFlag, asList, asText } from '../columns/cell-readers.ts';
import { column } from '../columns/column.ts';
import { ImportFaults } from '../importing/import-faults.ts';
import { readRows } from '../reading/read-rows.ts';

const Name = Type.String({ minLength: 1, maxLength: 20, pattern: '^[^\\p{Cc}]*\\S[^\\p{Cc}]*$' });
const columns = {
  name: column(asText, Name),
  notes: column(asClearableText, Type.Union([Type.String({ maxLength: 50 }), Type.Null()])),
  is_kept: column(asFlag, Type.Boolean()),
  tags: column(asList, Type.Array(Type.String({ maxLength: 5 }), { maxItems: 3, uniqueItems: true })),
  fields: column(
    asFields,
    Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.String(), { additionalProperties: false }),
  ),
};

async function read(csv: string) {
  const faults = new ImportFaults();
  const { rows, count } = await readRows(csv, columns, faults);
  return { rows, count, faults };
}
const faultsOf = async (csv: string) =>
  (await read(csv)).faults.listed.map(({ row, column, type }) => [row, column, type]);

t.test('cells say values of their columns, in any order of columns', async (t) => {
  const { rows, count, faults } = await read(
    'tags,is_kept,name,notes,fields\r\na; b ;,TRUE,One,=1+1,"{""k"":""v""}"\r\n"[""x;y""]",false,Two,,\r\n,,,,\r\n',
  );
  t.same(faults.listed, []);
  t.equal(count, 3);
  t.strictSame(rows, [
    { row: 2, values: { tags: ['a', 'b'], is_kept: true, name: 'One', notes: '=1+1', fields: { k: 'v' } } },
    { row: 3, values: { tags: ['x;y'], is_kept: false, name: 'Two', notes: null, fields: {} } },
    { row: 4, values: { tags: [], notes: null, fields: {} } },
  ]);
});

t.test('every cell that is no value is told, each by line, column and word', async (t) => {
  const csv = [
    'name,notes,is_kept,tags,fields',
    `${'x'.repeat(10_000)},${'n'.repeat(51)},yes,a;a,{`,
    '"a\nb",,,abcdef,[]',
    ' ,,,"[1","{""K"":""v""}"',
    'fine,[redacted],,[Redacted],"{""k"":""[redacted]""}"',
    'fine,https://[redacted]@host/,,,"{""k"":""\\u0000""}"',
    `fine,,,,"{""k"":""${'v'.repeat(70_000)}""}"`,
  ].join('\n');
  t.same(await faultsOf(csv), [
    [2, 'name', 'too_long'],
    [2, 'notes', 'too_long'],
    [2, 'is_kept', 'type'],
    [2, 'tags', 'duplicate'],
    [2, 'fields', 'format'],
    [3, 'name', 'pattern'],
    [3, 'tags', 'too_long'],
    [3, 'fields', 'format'],
    [5, 'name', 'pattern'],
    [5, 'tags', 'format'],
    [5, 'fields', 'additional_property'],
    [6, 'notes', 'redacted'],
    [6, 'tags', 'format'],
    [6, 'fields', 'redacted'],
    [7, 'notes', 'redacted'],
    [7, 'fields', 'format'],
    [8, 'fields', 'too_long'],
  ]);
});

t.test('a misspelt, an unknown, an empty and a repeated heading are faults', async (t) => {
  const { rows, faults } = await read('nmae,colour,,notes,notes,tags;fields\nOne,red,,a,b,x\n');
  t.same(
    faults.listed.map(({ row, column, type }) => [row, column, type]),
    [
      [1, 'nmae', 'unknown_column'],
      [1, 'colour', 'unknown_column'],
      [1, '', 'unknown_column'],
      [1, 'notes', 'duplicate'],
      [1, 'tags;fields', 'unknown_column'],
    ],
  );
  t.match(faults.listed[0]?.message, /did you mean "name"/);
  t.match(faults.listed[1]?.message, /the columns are name, notes, is_kept, tags, fields/);
  t.match(faults.listed[4]?.message, /parted by commas/);
  t.same(rows, [{ row: 2, values: {} }], 'nothing is taken from them');
  t.ok(faults.isFaulty(2, 'name') && faults.isFaulty(2, 'notes'), 'their silence means nothing');
  t.notOk(faults.isFaulty(2, 'fields'));
});

t.test('names of objects are no columns', async (t) => {
  t.same(await faultsOf('__proto__,constructor,toString\na,b,c\n'), [
    [1, '__proto__', 'unknown_column'],
    [1, 'constructor', 'unknown_column'],
    [1, 'toString', 'unknown_column'],
  ]);
});

t.test('a record of another width and one that breaks the format are told and left out', async (t) => {
  const { rows, count, faults } = await read('name,notes\na\nb,c,d\ne,f"g\nh,i\nj,"k');
  t.same(
    faults.listed.map(({ row, column, type }) => [row, column, type]),
    [
      [2, null, 'cells'],
      [3, null, 'cells'],
      [4, 'notes', 'syntax'],
      [6, 'notes', 'syntax'],
    ],
  );
  t.same([rows.map(({ row }) => row), count], [[5], 5]);
});

t.test('a file without a header, and one of nothing but a header', async (t) => {
  t.same(await faultsOf(''), [[1, null, 'required']]);
  t.same(await faultsOf('\n\n'), [[1, null, 'required']]);
  t.same(await faultsOf('"name'), [[1, null, 'syntax']]);
  t.same(await faultsOf('name,notes\n'), []);
});

t.test('there is a most of columns and of records', async (t) => {
  t.same(await faultsOf(`${'name,'.repeat(100)}name\n`), [[1, null, 'too_long']]);
  t.same(await faultsOf(','.repeat(1_000_000)), [[1, null, 'too_long']]);
  t.same(await faultsOf(`name\n${'a\n'.repeat(2_000)}`), []);
  const { rows, count, faults } = await read(`name\n${'a\n'.repeat(5_000)}`);
  t.same([rows.length, count], [2_000, 2_000]);
  t.match(faults.listed, [{ row: 2_002, column: null, type: 'too_long' }]);
});

t.test('of very many faults a thousand are listed, and all are counted', async (t) => {
  const { faults } = await read(`name,is_kept\n${' ,maybe\n'.repeat(2_000)}`);
  t.same([faults.count, faults.listed.length, faults.listed.at(-1)?.row], [4_000, 1_000, 501]);
  t.throws(() => faults.assertNone(), { details: { length: 100 }, message: /4000 errors/ });
});

t.test('a file of a megabyte lets others have their turn, however it is made', async (t) => {
  const files = {
    'many small records': `name\n${'abc\n'.repeat(250_000)}`,
    'many commas': `name${','.repeat(1_000_000)}`,
    'one quoted cell': `name\n"${'x\r\n'.repeat(330_000)}"`,
    'doubled quotes': `name\n"${'""'.repeat(500_000)}"`,
    'a quote that is never closed': `name\n"${'a,'.repeat(500_000)}`,
    'blank lines': '\n'.repeat(1_000_000),
    'spaces that end in a control': `name,notes\n${`${' '.repeat(500)}\t,x\n`.repeat(2_000)}`,
    'large lists': `tags\n${`${'a;'.repeat(30_000)}\n`.repeat(16)}`,
    'large objects': `fields\n${`"{${'""a"":1,'.repeat(7_000)}""b"":2}"\n`.repeat(16)}`,
  };
  for (const [name, csv] of Object.entries(files)) await staysResponsive(t, name, () => read(csv));
});
