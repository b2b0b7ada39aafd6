import {
  Badge,
  Button,
  type Column,
  csvText,
  DataTable,
  EmptyState,
  LinkButton,
  offerFile,
  PageLink,
  Pagination,
  type ReplyOf,
  Row,
  SearchField,
  Stack,
  Time,
  useChangeSearch,
  useSearchTexts,
  useSession,
  useTexts,
  useTypedSearch,
  valueText,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import type { Values } from '../payload.ts';
import { usePending } from '../pending-changes.tsx';
import type { Feature, GearPlace } from '../place.ts';
import { writableFields } from '../schemas.ts';
import { texts } from '../texts.ts';
import { columnFields, nameOfObject } from './object-columns.ts';

type LivePage = ReplyOf<'GET', '/gateway-{family}/{controller_id}/{feature}'>;

interface ObjectRow {
  readonly at: number;
  readonly target_id: string | null;
  readonly value: Values;
}

const FEW_COLUMNS = 7;
const LONGEST = 80;

const short = (value: unknown): string => {
  const text = value === undefined || value === null || value === '' ? '' : valueText(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

export interface ObjectTableProps {
  readonly feature: Feature;
  readonly place: GearPlace;
  readonly objects: LivePage;
  readonly readAtMs: number;
}

/** Objects as the device has them now; each opens its form. */
export function ObjectTable({ feature, place, objects, readAtMs }: ObjectTableProps) {
  const t = useTexts(texts);
  const change = useChangeSearch();
  const { may } = useSession();
  const [showsAll, showAll] = useState(false);
  const pending = usePending({ feature, controller_id: place.controller_id });
  const rows = objects.items.map(
    (value, at): ObjectRow => ({ at, value, target_id: objects.target_ids[at] ?? null }),
  );
  const fields = columnFields(objects.items, writableFields(feature));
  const shown = showsAll ? fields : fields.slice(0, FEW_COLUMNS);
  const isPending = (target_id: string | null) =>
    target_id !== null && (pending.data?.items.some((each) => each.target_id === target_id) ?? false);
  const columns = columnsOf(shown, { place, label: t.object, mark: t.pending_short, isPending });
  const search = { tab: 'gear', feature: feature.key };
  const mayStage = may(feature.permission);
  return (
    <Stack gap="small">
      <div className="toolbar">
        <ObjectSearch />
        <Row>
          {mayStage && feature.operations.includes('create') ? (
            <LinkButton
              variant="primary"
              to={`/controllers/${place.controller_id}`}
              search={{ ...search, operation: 'create' }}
            >
              {t.new}
            </LinkButton>
          ) : null}
          {fields.length > FEW_COLUMNS ? (
            <Button variant="quiet" onPress={() => showAll(!showsAll)}>
              {showsAll ? t.fewer_columns : t.more_columns}
            </Button>
          ) : null}
          <ExportObjects rows={rows} fields={fields} name={feature.key} />
        </Row>
      </div>
      {rows.length === 0 ? (
        <Nothing />
      ) : (
        <DataTable label={feature.title} columns={columns} rows={rows} idOf={({ at }) => String(at)} />
      )}
      <Row isSpread>
        <span className="muted">
          {t.objects(objects.total)} · {t.read_now} <Time at={new Date(readAtMs).toISOString()} />
        </span>
        {objects.pages > 1 ? (
          <Pagination
            page={objects.page}
            pages={objects.pages}
            total={objects.total}
            go={(page) => change({ page: String(page) })}
          />
        ) : null}
      </Row>
    </Stack>
  );
}

interface ColumnContext {
  readonly place: GearPlace;
  readonly label: string;
  readonly mark: string;
  isPending(target_id: string | null): boolean;
}

function columnsOf(
  fields: readonly string[],
  { place, label, mark, isPending }: ColumnContext,
): Column<ObjectRow>[] {
  return [
    {
      id: '',
      title: label,
      cell: (row) => (
        <>
          <ObjectLink row={row} place={place} />{' '}
          {isPending(row.target_id) ? <Badge kind="warning">{mark}</Badge> : null}
        </>
      ),
    },
    ...fields
      .filter((field) => field !== 'name')
      .map(
        (field): Column<ObjectRow> => ({ id: field, title: field, cell: ({ value }) => short(value[field]) }),
      ),
  ];
}

function ObjectLink({
  row: { at, target_id, value },
  place,
}: {
  readonly row: ObjectRow;
  readonly place: GearPlace;
}) {
  const { q, page } = useSearchTexts();
  const name = nameOfObject(value, target_id) || `#${at + 1}`;
  if (target_id === null) return <>{name}</>;
  return (
    <PageLink
      to={`/controllers/${place.controller_id}`}
      search={{
        tab: 'gear',
        feature: place.feature,
        object: target_id,
        ...(q === undefined ? {} : { q }),
        ...(page === undefined ? {} : { page }),
      }}
    >
      {name}
    </PageLink>
  );
}

/** Searches at the device; the text stands in the address. */
function ObjectSearch() {
  const w = useTexts(words);
  const [typed, type] = useTypedSearch('q', 'page');
  return <SearchField label={w.search} value={typed} onChange={type} />;
}

function Nothing() {
  const t = useTexts(texts);
  const { q = '' } = useSearchTexts();
  if (q !== '') return <EmptyState title={t.nothing_matches} />;
  return <EmptyState title={t.no_objects}>{t.no_objects_hint}</EmptyState>;
}

interface ExportObjectsProps {
  readonly rows: readonly ObjectRow[];
  readonly fields: readonly string[];
  readonly name: string;
}

/** Exports what the device answered, every field of it. */
function ExportObjects({ rows, fields, name }: ExportObjectsProps) {
  const t = useTexts(texts);
  if (rows.length === 0) return null;
  const run = () =>
    offerFile(
      `${name}.csv`,
      'text/csv;charset=utf-8',
      csvText(
        ['id', ...fields],
        rows.map(({ target_id, value }) => [target_id, ...fields.map((field) => cellText(value[field]))]),
      ),
    );
  return (
    <Button variant="quiet" onPress={run}>
      {t.export}
    </Button>
  );
}

const cellText = (value: unknown): string => (value === undefined || value === null ? '' : valueText(value));
