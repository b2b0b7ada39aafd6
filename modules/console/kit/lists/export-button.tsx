import type { ApiPath } from '@patchbay/client';
import type { RowOf } from '../data/route-types.ts';
import { readAllRows } from '../data/use-rows.ts';
import { ActionButton } from '../surfaces/action-button.tsx';
import { tellDone, tellFailed } from '../surfaces/toasts.tsx';
import { count, defineTexts, useTexts } from '../text/texts.ts';
import type { Column } from './column.ts';
import { csvText, offerFile } from './csv.ts';

const MOST_ROWS = 20_000;

const texts = defineTexts({
  en: {
    export: 'Export CSV',
    done: (rows: number) => `${count(rows, 'row', 'rows')} exported.`,
    cut: (rows: number) => `Only the first ${rows} rows are in the file: narrow the list for the others.`,
  },
  de: {
    export: 'CSV-Export',
    done: (rows: number) => `${count(rows, 'Zeile', 'Zeilen')} exportiert.`,
    cut: (rows: number) => `Nur die ersten ${rows} Zeilen stehen in der Datei: Grenzen Sie die Liste ein.`,
  },
});

export interface ExportButtonProps<P extends ApiPath<'GET'>> {
  readonly path: P;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly columns: readonly Column<RowOf<P>>[];
  readonly name: string;
}

/** Exports every row of a list as it is narrowed now, not only the page that is shown. */
export function ExportButton<P extends ApiPath<'GET'>>({
  path,
  parameters,
  query,
  columns,
  name,
}: ExportButtonProps<P>) {
  const t = useTexts(texts);
  const told = columns.filter((column) => column.text !== undefined);
  const run = async () => {
    try {
      const { rows, isCut } = await readAllRows(path, query, parameters, MOST_ROWS);
      const text = csvText(
        told.map(({ title }) => title),
        rows.map((row) => told.map((column) => column.text?.(row))),
      );
      offerFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', text);
      tellDone(isCut ? t.cut(MOST_ROWS) : t.done(rows.length));
    } catch (error) {
      tellFailed(error);
    }
  };
  return (
    <ActionButton variant="quiet" run={run}>
      {t.export}
    </ActionButton>
  );
}
