import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Bar, Line } from './bench.ts';
import type { Options } from './options.ts';
import { median, ratiosOf } from './statistics.ts';

export interface Verdict {
  readonly name: string;
  readonly unit: string;
  readonly floor: number | null;
  readonly product: number;
  readonly ratio: number | null;
  readonly bar: string;
  readonly met: boolean | null;
  readonly note: string;
}

export function judge(line: Line): Verdict {
  const ratios = ratiosOf(line.product, line.floor);
  const ratio = ratios.length === 0 ? null : median(ratios);
  const product = median(line.product);
  return {
    name: line.name,
    unit: line.unit,
    floor: line.floor.length === 0 ? null : median(line.floor),
    product,
    ratio,
    bar: line.bar === null ? 'stated' : wordsOf(line.bar, line.unit),
    met: line.bar === null ? null : isMet(line.bar, line.bar.of === 'ratio' ? ratio : product),
    note: line.note ?? '',
  };
}

const wordsOf = (bar: Bar, unit: string): string =>
  `${bar.at === 'least' ? '≥' : '≤'} ${bar.value}${bar.of === 'ratio' ? 'x' : ` ${unit}`}`;

const isMet = ({ at, value }: Bar, measured: number | null): boolean =>
  measured !== null && (at === 'least' ? measured >= value : measured <= value);

const HEAD = ['bench', 'unit', 'floor', 'product', 'ratio', 'bar', ''];

/** The table as text, one line per figure, notes below. */
export function tableOf(verdicts: readonly Verdict[]): string {
  const rows = [HEAD, ...verdicts.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = verdicts.filter(({ note }) => note !== '').map(({ name, note }) => `${name}: ${note}`);
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function cellsOf({ name, unit, floor, product, ratio, bar, met }: Verdict): readonly string[] {
  const told = met === null ? '' : met ? 'met' : 'missed';
  return [
    name,
    unit,
    floor === null ? '-' : short(floor),
    short(product),
    ratio === null ? '-' : `${ratio.toFixed(2)}x`,
    bar,
    told,
  ];
}

const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** Writes the run as JSON into `results/`; answers the file. */
export function saveResults(folder: string, options: Options, lines: readonly Line[]): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version };
  const figures = lines.map((line) => ({
    ...judge(line),
    rounds: { floor: line.floor, product: line.product },
  }));
  writeFileSync(file, `${JSON.stringify({ machine, options, figures }, null, 2)}\n`);
  return file;
}
