import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useRef } from 'react';
import { Checkbox, RowCheckbox } from '../controls/checkbox.tsx';
import { PageLink } from '../controls/page-link.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';
import type { Column } from './column.ts';

const texts = defineTexts({
  en: { choose: (name: string) => `Choose ${name}`, all: 'Choose all rows of this page', sort: 'Sort by' },
  de: {
    choose: (name: string) => `${name} auswählen`,
    all: 'Alle Zeilen dieser Seite auswählen',
    sort: 'Sortieren nach',
  },
});

export interface RowSelection {
  readonly ids: ReadonlySet<string>;
  set(ids: ReadonlySet<string>): void;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  idOf(row: Row): string;
  /** Name of a row for its checkbox; default its id. */
  nameOf?(row: Row): string;
  /** Address of the row's page: the first column becomes a link. */
  rowHref?(row: Row): string | null;
  /** `field` or `-field`. */
  readonly sort?: string;
  onSort?(sort: string): void;
  readonly selection?: RowSelection;
  /** Last cell of each row. */
  actions?(row: Row): ReactNode;
}

/**
 * A table of rows; the first column names the row. Sorting is the platform's. Rows are drawn in pieces between other
 * work, as a hundred of them at once would hold the page up.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, idOf, selection, actions, sort, onSort } = props;
  const drawn = useDeferredValue<DataTableProps<Row> | null>(props, null);
  const choose = useChoose(selection);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard
    <section className="table-frame" tabIndex={0} aria-label={label} aria-busy={drawn !== props}>
      <table className="table" aria-label={label}>
        <thead>
          <tr>
            {selection === undefined ? null : <ChooseAll ids={rows.map(idOf)} selection={selection} />}
            {columns.map((column) => (
              <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
            {actions === undefined ? null : <td />}
          </tr>
        </thead>
        <tbody>
          {drawn?.rows.map((row) => {
            const id = drawn.idOf(row);
            const isChosen = selection?.ids.has(id) ?? false;
            return <BodyRow key={id} id={id} row={row} table={drawn} isChosen={isChosen} choose={choose} />;
          })}
        </tbody>
      </table>
    </section>
  );
}

type Choose = (id: string, isChosen: boolean) => void;

/** Stays the same function, so that rows that did not change are not drawn again. */
function useChoose(selection: RowSelection | undefined): Choose {
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  return useCallback((id, isChosen) => {
    const ids = new Set(latest.current?.ids);
    if (isChosen) ids.add(id);
    else ids.delete(id);
    latest.current?.set(ids);
  }, []);
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
}

function Heading<Row>({ column: { title, sort: field, align }, sort, onSort }: HeadingProps<Row>) {
  const isAscending = field !== undefined && sort === field;
  const isDescending = field !== undefined && sort === `-${field}`;
  const direction = isAscending ? 'ascending' : isDescending ? 'descending' : undefined;
  return (
    <th scope="col" data-align={align} aria-sort={direction}>
      {field === undefined || onSort === undefined ? (
        title
      ) : (
        <button type="button" className="sort" onClick={() => onSort(isAscending ? `-${field}` : field)}>
          {title} <span aria-hidden="true">{isAscending ? '↑' : isDescending ? '↓' : '↕'}</span>
        </button>
      )}
    </th>
  );
}

function ChooseAll({
  ids,
  selection,
}: {
  readonly ids: readonly string[];
  readonly selection: RowSelection;
}) {
  const t = useTexts(texts);
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <td>
      <Checkbox
        aria-label={t.all}
        isSelected={ids.length > 0 && chosen === ids.length}
        isIndeterminate={chosen > 0 && chosen < ids.length}
        onChange={(isSelected) => selection.set(new Set(isSelected ? ids : []))}
      />
    </td>
  );
}

interface BodyRowProps<Row> {
  readonly id: string;
  readonly row: Row;
  readonly table: DataTableProps<Row>;
  readonly isChosen: boolean;
  readonly choose: Choose;
}

const BodyRow = memo(function BodyRow<Row>({ id, row, table, isChosen, choose }: BodyRowProps<Row>) {
  const { columns, rowHref, selection, actions, nameOf } = table;
  const [first, ...others] = columns;
  const href = rowHref?.(row) ?? null;
  return (
    <tr data-selected={isChosen ? '' : undefined}>
      {selection === undefined ? null : (
        <ChooseRow id={id} name={nameOf?.(row) ?? id} isChosen={isChosen} choose={choose} />
      )}
      {first === undefined ? null : (
        <th scope="row">
          {href === null ? first.cell(row) : <PageLink to={href}>{first.cell(row)}</PageLink>}
        </th>
      )}
      {others.map((column) => (
        <td key={column.id} data-align={column.align}>
          {column.cell(row)}
        </td>
      ))}
      {actions === undefined ? null : <td data-align="end">{actions(row)}</td>}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

interface ChooseRowProps {
  readonly id: string;
  readonly name: string;
  readonly isChosen: boolean;
  readonly choose: Choose;
}

function ChooseRow({ id, name, isChosen, choose }: ChooseRowProps) {
  const t = useTexts(texts);
  return (
    <td>
      <RowCheckbox
        aria-label={t.choose(name)}
        isSelected={isChosen}
        onChange={(isSelected) => choose(id, isSelected)}
      />
    </td>
  );
}
