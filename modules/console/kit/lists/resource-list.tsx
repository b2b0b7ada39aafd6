import type { ApiPath } from '@patchbay/client';
import { type ReactNode, useState } from 'react';
import type { RowOf } from '../data/route-types.ts';
import { useRows } from '../data/use-rows.ts';
import { useChangeSearch, useSearchTexts } from '../page/use-search.ts';
import { EmptyState } from '../surfaces/empty-state.tsx';
import { ErrorNotice } from '../surfaces/error-notice.tsx';
import { Loading } from '../surfaces/loading.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import type { BulkAction, Column, Filter } from './column.ts';
import { DataTable } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { Filters } from './filters.tsx';
import { Pagination } from './pagination.tsx';
import { SavedViews } from './saved-views.tsx';

const texts = defineTexts({
  en: { nothing: 'Nothing matches', nothing_hint: 'Change the search or the filters.' },
  de: { nothing: 'Nichts passt dazu', nothing_hint: 'Ändern Sie die Suche oder die Filter.' },
});

export interface ResourceListProps<P extends ApiPath<'GET'>> {
  /** A route that answers the page envelope. */
  readonly path: P;
  /** Parameters of the path. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Fixed part of the query. */
  readonly query?: Readonly<Record<string, string>>;
  readonly label: string;
  readonly columns: readonly Column<RowOf<P>>[];
  readonly filters?: readonly Filter[];
  /** False where the route takes no `search`. */
  readonly hasSearch?: boolean;
  readonly sort?: string;
  readonly perPage?: number;
  idOf?(row: RowOf<P>): string;
  nameOf?(row: RowOf<P>): string;
  rowHref?(row: RowOf<P>): string | null;
  rowActions?(row: RowOf<P>): ReactNode;
  readonly bulk?: readonly BulkAction<RowOf<P>>[];
  /** Patterns of events upon which it is read anew. */
  readonly live?: readonly string[];
  readonly everyMs?: number;
  /** Says how the first row gets here. */
  readonly empty: { readonly title: string; readonly hint?: string; readonly action?: ReactNode };
  /** Keys of the address begin with it, where a page has several lists. */
  readonly prefix?: string;
  /** Name of the CSV file; without it there is no export. */
  readonly exportName?: string;
  /** Id under which views of this list are kept; without it there are none. */
  readonly viewsOf?: string;
}

const defaultId = (row: unknown): string =>
  typeof row === 'object' && row !== null && 'id' in row ? String(row.id) : '';

/** A list with search, filters, sorting, pages, choosing and export; all of its state stands in the address. */
export function ResourceList<P extends ApiPath<'GET'>>(props: ResourceListProps<P>) {
  const {
    path,
    parameters = {},
    columns,
    filters = [],
    hasSearch = true,
    prefix = '',
    idOf = defaultId,
  } = props;
  const search = useSearchTexts();
  const change = useChangeSearch();
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const at = (key: string): string => search[`${prefix}${key}`] ?? '';
  const asked = askedOf(props, at);
  const { rows, total, page, pages, read } = useRows(path, asked, parameters, props);
  const isNarrowed = [...(hasSearch ? ['search'] : []), ...filters.map(({ key }) => key)].some((key) =>
    at(key),
  );
  const bulk = props.bulk ?? [];
  return (
    <div className="stack" data-gap="small">
      <div className="toolbar">
        <Filters filters={filters} hasSearch={hasSearch} prefix={prefix} />
        <div className="row spread">
          {props.viewsOf === undefined ? null : <SavedViews page={props.viewsOf} />}
          {props.exportName === undefined ? null : (
            <ExportButton
              path={path}
              query={asked}
              parameters={parameters}
              columns={columns}
              name={props.exportName}
            />
          )}
        </div>
      </div>
      {bulk.length === 0 ? null : (
        <BulkBar
          actions={bulk}
          rows={rows.filter((row) => chosen.has(idOf(row)))}
          clear={() => choose(new Set())}
        />
      )}
      {read.error !== null && read.data === undefined ? (
        <ErrorNotice error={read.error} retry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Loading />
      ) : rows.length === 0 ? (
        <Nothing isNarrowed={isNarrowed} empty={props.empty} />
      ) : (
        <DataTable
          {...props}
          rows={rows}
          idOf={idOf}
          sort={asked['sort'] ?? ''}
          onSort={(sort) => change({ [`${prefix}sort`]: sort, [`${prefix}page`]: null })}
          {...(bulk.length === 0 ? {} : { selection: { ids: chosen, set: choose } })}
          {...(props.rowActions === undefined ? {} : { actions: props.rowActions })}
        />
      )}
      <Pagination
        page={page}
        pages={pages}
        total={total}
        list={props.label}
        go={(to) => change({ [`${prefix}page`]: String(to) })}
      />
    </div>
  );
}

/** The query: what is fixed, and what the address asks for. */
function askedOf<P extends ApiPath<'GET'>>(
  { query = {}, filters = [], hasSearch = true, sort, perPage = 50 }: ResourceListProps<P>,
  at: (key: string) => string,
): Readonly<Record<string, string>> {
  const entries = [...(hasSearch ? ['search'] : []), ...filters.map(({ key }) => key), 'page'].map(
    (key) => [key, at(key)] as const,
  );
  const sorted = at('sort') || sort;
  return {
    per_page: String(perPage),
    ...query,
    ...Object.fromEntries(entries.filter(([, text]) => text !== '')),
    ...(sorted === undefined ? {} : { sort: sorted }),
  };
}

interface NothingProps {
  readonly isNarrowed: boolean;
  readonly empty: { readonly title: string; readonly hint?: string; readonly action?: ReactNode };
}

function Nothing({ isNarrowed, empty }: NothingProps) {
  const t = useTexts(texts);
  if (isNarrowed) return <EmptyState title={t.nothing}>{t.nothing_hint}</EmptyState>;
  return (
    <EmptyState title={empty.title} action={empty.action}>
      {empty.hint}
    </EmptyState>
  );
}
