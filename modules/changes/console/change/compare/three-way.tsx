import { Badge, Button, Row, Stack, useTexts, valueText } from '@patchbay/console-kit';
import { useState } from 'react';
import { texts } from '../texts.ts';
import { type Compared, REDACTED, SECRET_CHANGES, SECRET_STAYS } from './compare.ts';
import styles from './three-way.module.css';

export interface ThreeWayColumn {
  readonly title: string;
  readonly value: 'now' | 'staged' | 'former';
  /** Said in the place of a value that is not there. */
  readonly absent: string;
}

export interface ThreeWayProps {
  readonly label: string;
  readonly rows: readonly Compared[];
  readonly columns: readonly ThreeWayColumn[];
  /** True: it happened. */
  readonly isDone?: boolean;
}

/** Values of an object side by side, field by field; marks are words and signs, never colour alone. */
export function ThreeWay({ label, rows, columns, isDone = false }: ThreeWayProps) {
  const t = useTexts(texts);
  const [isWhole, showWhole] = useState(false);
  const idle = rows.filter(
    ({ isTouched, isChanged, isMoved }) => !isTouched && !isChanged && !isMoved,
  ).length;
  const shown = isWhole ? rows : rows.slice(0, rows.length - idle);
  return (
    <Stack gap="small">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className="table-frame" tabIndex={0} aria-label={label}>
        <table className="table" aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t.field}</th>
              {columns.map(({ title }) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <FieldRow key={row.field} row={row} columns={columns} isDone={isDone} />
            ))}
          </tbody>
        </table>
      </section>
      {idle === 0 ? null : (
        <div>
          <Button variant="quiet" onPress={() => showWhole(!isWhole)}>
            {isWhole ? t.show_less : t.show_all(idle)}
          </Button>
        </div>
      )}
    </Stack>
  );
}

interface FieldRowProps extends Pick<ThreeWayProps, 'columns'> {
  readonly row: Compared;
  readonly isDone: boolean;
}

function FieldRow({ row, columns, isDone }: FieldRowProps) {
  const t = useTexts(texts);
  const { field, isChanged, isMoved } = row;
  const isGone = (isDone ? row.now : row.staged) === undefined;
  return (
    <tr
      className={isChanged ? (isGone ? 'diff-removed' : 'diff-added') : isMoved ? styles['moved'] : undefined}
    >
      <th scope="row">
        <Row>
          <code>{field}</code>
          {isChanged ? (
            <Badge kind={isGone ? 'bad' : 'good'}>≠ {isDone ? t.changed_field : t.changes_field}</Badge>
          ) : null}
          {isMoved ? <Badge kind="warning">↷ {t.moved_field}</Badge> : null}
        </Row>
      </th>
      {columns.map(({ title, value, absent }) => (
        <td key={title} className={styles['value']}>
          {value === 'staged' && !row.isTouched ? (
            <span className="muted">{isDone ? '–' : t.as_now}</span>
          ) : (
            <Value value={row[value]} absent={absent} />
          )}
        </td>
      ))}
    </tr>
  );
}

function Value({ value, absent }: { readonly value: unknown; readonly absent: string }) {
  const t = useTexts(texts);
  if (value === undefined || value === null) return <span className="muted">{absent}</span>;
  if (value === SECRET_STAYS) return <em>{t.secret_stays}</em>;
  if (value === SECRET_CHANGES) return <em>{t.secret_changes}</em>;
  if (value === REDACTED) return <em>{t.secret}</em>;
  return <code className={styles['text']}>{valueText(value)}</code>;
}
