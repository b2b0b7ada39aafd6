import {
  ActionButton,
  DataTable,
  Facts,
  Figure,
  LinkButton,
  Notice,
  Panel,
  Stack,
  useTexts,
} from '@patchbay/console-kit';
import type { DryRun, Fault, Imported, Kind } from './kinds.ts';
import { texts } from './texts.ts';

export interface DryRunResultProps {
  readonly result: DryRun;
  /** The lines of the file. */
  readonly lines: readonly string[];
  run(): Promise<unknown>;
}

/** Effect of an import, and all faults of the file. */
export function DryRunResult({ result, lines, run }: DryRunResultProps) {
  const t = useTexts(texts);
  const { rows, would_create, would_update, unchanged, errors, error_count } = result;
  const isClean = error_count === 0;
  const isIdle = isClean && would_create + would_update === 0;
  return (
    <Panel title={t.would}>
      <Stack>
        <Notice
          kind={isClean ? 'good' : 'bad'}
          title={isClean ? (isIdle ? t.nothing_to_do : t.clean) : t.errors(error_count)}
          isUrgent
        >
          {errors.length < error_count ? <p>{t.only_first(errors.length)}</p> : null}
        </Notice>
        <Facts
          facts={[
            [t.rows, <Figure key="rows" value={rows} />],
            [t.would_create, <Figure key="created" value={would_create} />],
            [t.would_update, <Figure key="updated" value={would_update} />],
            [t.unchanged, <Figure key="unchanged" value={unchanged} />],
          ]}
        />
        {isClean ? null : <Faults faults={errors} lines={lines} />}
        {isClean && !isIdle ? (
          <div>
            <ActionButton
              variant="primary"
              confirm={{ title: t.run_question(rows), action: t.run }}
              run={run}
            >
              {t.run}
            </ActionButton>
          </div>
        ) : null}
      </Stack>
    </Panel>
  );
}

/** Every fault with its line and column, and the line itself. */
export function Faults({
  faults,
  lines,
}: {
  readonly faults: readonly Fault[];
  readonly lines: readonly string[];
}) {
  const t = useTexts(texts);
  return (
    <DataTable
      label={t.error_list}
      rows={faults.map((fault, at) => ({ ...fault, at }))}
      idOf={({ at }) => String(at)}
      columns={[
        { id: 'row', title: t.row, cell: ({ row }) => row },
        {
          id: 'column',
          title: t.column,
          cell: ({ column }) =>
            column === null ? <span className="muted">{t.whole}</span> : <code>{column}</code>,
        },
        { id: 'message', title: t.message, cell: ({ message }) => message },
        { id: 'cell', title: t.cell, cell: ({ row }) => <code>{lines[row - 1]}</code> },
      ]}
    />
  );
}

/** The end of an import. */
export function ImportDone({ kind, result }: { readonly kind: Kind; readonly result: Imported }) {
  const t = useTexts(texts);
  return (
    <Notice kind="good" title={t.done} isUrgent>
      <Facts
        facts={[
          [t.rows, <Figure key="rows" value={result.rows} />],
          [t.created, <Figure key="created" value={result.created} />],
          [t.updated, <Figure key="updated" value={result.updated} />],
          [t.unchanged, <Figure key="unchanged" value={result.unchanged} />],
        ]}
      />
      <div>
        <LinkButton to={`/${kind}`}>{t.show}</LinkButton>
      </div>
    </Notice>
  );
}
