import fc from 'fast-check';
import t from 'tap';
import { type CsvRecord, CsvScanner } from '../reading/csv-scanner.ts';

/** All records, read a few characters at a time. */
function recordsOf(text: string, atOnce = 3, mostCells = 100): readonly CsvRecord[] {
  const scanner = new CsvScanner(text, mostCells);
  const found: CsvRecord[] = [];
  while (!scanner.isOver) {
    const record = scanner.read(atOnce);
    if (record !== null) found.push(record);
  }
  return found;
}

const cellsOf = (text: string) => recordsOf(text).map(({ cells }) => cells);
const rowsOf = (text: string) => recordsOf(text).map(({ row }) => row);

t.test('cells are parted by commas, records by any line end', async (t) => {
  const wanted = [
    ['a', 'b'],
    ['c', 'd'],
  ];
  for (const end of ['\n', '\r\n', '\r'])
    for (const last of ['', end]) t.same(cellsOf(`a,b${end}c,d${last}`), wanted, JSON.stringify(end + last));
  t.same(cellsOf('\uFEFFa,b\r\nc,d'), wanted, 'a byte order mark is no part of the first name');
});

t.test('a quoted cell holds commas, line ends and quotes', async (t) => {
  t.same(cellsOf('"a,b","c\r\nd","say ""no""",""\n'), [['a,b', 'c\r\nd', 'say "no"', '']]);
  t.same(cellsOf('""""'), [['"']]);
  t.same(cellsOf('"",""'), [['', '']]);
});

t.test('empty cells are cells, and lines without a character are none', async (t) => {
  t.same(cellsOf('a,,\n,,\n'), [
    ['a', '', ''],
    ['', '', ''],
  ]);
  t.same(cellsOf('\n\na\n\r\n\r\nb\n\n'), [['a'], ['b']]);
  t.same(cellsOf('a\n""\n'), [['a'], ['']], 'an empty cell in quotes is one');
  t.same(cellsOf(''), []);
  t.same(cellsOf('\uFEFF'), []);
  t.same(cellsOf('\n'), []);
});

t.test('a record stands on the line on which it begins', async (t) => {
  t.same(rowsOf('h\n"a\nb\r\nc\rd"\ne\n\nf'), [1, 2, 6, 8]);
  t.same(rowsOf('\r\n\r\nh\r\n"x"\r\ny'), [3, 4, 5]);
});

t.test('a break of the format is told at its cell, and later records are read', async (t) => {
  const found = recordsOf('a,b"c,d\n"x"y,z\n"q" ,r\nfine,"too"\n');
  t.same(
    found.map(({ fault }) => fault?.cell ?? null),
    [1, 0, 0, null],
  );
  t.same(found.at(-1)?.cells, ['fine', 'too']);
  t.match(found[0]?.fault?.message, /does not begin with one/);
  t.match(found[1]?.fault?.message, /behind the closing quote/);
});

t.test('a quote that is never closed ends the file at the record that holds it', async (t) => {
  const found = recordsOf('h,i\na,b\nc,"d\ne,f\n');
  t.same(
    found.map(({ row, fault }) => [row, fault?.cell ?? null]),
    [
      [1, null],
      [2, null],
      [3, 1],
    ],
  );
  t.match(found[2]?.fault?.message, /never closed/);
  t.match(recordsOf('"')[0]?.fault?.message, /never closed/);
});

t.test('cells beyond the most are counted and not kept', async (t) => {
  const [record] = recordsOf(','.repeat(1_000), 7, 100);
  t.same([record?.count, record?.cells.length], [1_001, 100]);
});

t.test('formulas are text', async (t) => {
  t.same(cellsOf('=1+1,+1,-1,@SUM(A1),"\t=1","\r=1"'), [['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']]);
});

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const mayBeBare = (cell: string): boolean =>
  cell !== '' && !/["\r\n,]/.test(cell) && !cell.startsWith('\uFEFF');

t.test('what is written by the rules is read back as it was, in pieces of any length', async (t) => {
  const letters = fc.constantFrom('a', '"', ',', '\n', '\r', 'é', '😀', ' ', ';', '\t', '=', '\uFEFF');
  const cell = fc.string({ unit: letters, maxLength: 12 });
  const width = fc.integer({ min: 1, max: 5 });
  const table = width.chain((cells) =>
    fc.array(fc.array(cell, { minLength: cells, maxLength: cells }), { minLength: 1, maxLength: 8 }),
  );
  const end = fc.constantFrom('\n', '\r\n', '\r');
  fc.assert(
    fc.property(table, end, fc.integer({ min: 1, max: 9 }), fc.boolean(), (rows, end, atOnce, isBare) => {
      const write = (cell: string): string => (isBare && mayBeBare(cell) ? cell : quoted(cell));
      const text = rows.map((row) => row.map(write).join(',')).join(end);
      t.strictSame(
        recordsOf(text, atOnce).map(({ cells, fault }) => [cells, fault]),
        rows.map((row) => [row, null]),
      );
    }),
    { numRuns: 300 },
  );
});

t.test('any text at all is read to its end', async (t) => {
  const letters = fc.constantFrom('a', '"', ',', '\n', '\r');
  fc.assert(
    fc.property(
      fc.string({ unit: letters, maxLength: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (text, atOnce) => {
        const rows = recordsOf(text, atOnce).map(({ row }) => row);
        t.strictSame(
          rows,
          [...new Set(rows)].toSorted((one, other) => one - other),
        );
        t.strictSame(recordsOf(text, 1_000), recordsOf(text, atOnce));
      },
    ),
    { numRuns: 300 },
  );
});
