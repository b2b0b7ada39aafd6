import { SearchField, Stack, useRead, useTexts } from '@patchbay/console-kit';
import { isEventPattern } from '@patchbay/console-kit/steps';
import { useState } from 'react';
import type { CanvasEditing } from '../canvas/canvas-context.ts';
import { dragOperation } from '../canvas/dragged-operation.ts';
import type { Catalog, Operation } from '../draft/catalog.ts';
import { texts } from '../editor/texts.ts';
import styles from './panels.module.css';

export interface AddPanelProps {
  readonly place: number;
  readonly source_event: string;
  readonly catalog: Catalog;
  readonly editing: CanvasEditing;
}

/** Operations of the catalog: pressed they come to the chosen place, dragged to another. Those that do not fit say why. */
export function AddPanel({ place, source_event, catalog, editing }: AddPanelProps) {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const refusal = useRefusals(source_event);
  const wanted = search.trim().toLowerCase();
  const found = catalog.operations
    .filter(({ id, title, description }) => `${id}\n${title}\n${description}`.toLowerCase().includes(wanted))
    .toSorted((one, other) => one.id.localeCompare(other.id));
  return (
    <Stack>
      <p className="muted">
        {t.add_hint} {t.add_at(place + 1)}
      </p>
      <SearchField label={t.find_operation} value={search} onChange={setSearch} />
      {found.length === 0 ? <p className="muted">{t.no_operation}</p> : null}
      <ul className={styles['operations']}>
        {found.map((operation) => {
          const refused = refusal(operation) ?? editing.refusesInsert(operation.id, place);
          return (
            <li
              key={operation.id}
              draggable={refusal(operation) === null}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'copy';
                event.dataTransfer.setData('text/plain', operation.id);
                dragOperation(operation.id);
              }}
              onDragEnd={() => dragOperation(null)}
            >
              <OperationButton
                operation={operation}
                refusal={refused}
                add={() => editing.insert(operation.id, place)}
              />
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}

/** Why an operation can be no step at all, whatever its place. */
function useRefusals(source_event: string): (operation: Operation) => string | null {
  const t = useTexts(texts);
  const { data } = useRead(
    '/fabric/connections/suggest',
    { query: { source_event } },
    { enabled: isEventPattern(source_event), keepsFormer: true },
  );
  const allowed = new Map(data?.targets.map(({ id, allowed: may }) => [id, may]));
  return ({ id, tier }) => {
    if (tier === 'plugin') return t.of_plugin;
    return allowed.get(id) === false ? t.no_right : null;
  };
}

interface OperationButtonProps {
  readonly operation: Operation;
  readonly refusal: string | null;
  add(): void;
}

function OperationButton({ operation, refusal, add }: OperationButtonProps) {
  const { id, title, description } = operation;
  return (
    <button
      type="button"
      className={styles['operation']}
      aria-disabled={refusal !== null}
      onClick={() => {
        if (refusal === null) add();
      }}
    >
      <strong>{title}</strong> <code>{id}</code>
      <span className="muted">{description}</span>
      {refusal === null ? null : <span className={styles['refusal']}>{refusal}</span>}
    </button>
  );
}
