import { Button, Row, Stack, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { moved } from './reorder.ts';
import styles from './sets.module.css';
import { texts } from './texts.ts';

export interface OrderedChangesProps {
  readonly ids: readonly string[];
  nameOf(id: string): string;
  onChange(ids: readonly string[]): void;
  readonly error: string | undefined;
}

/** The order of a set: by dragging, or by the buttons of each row. */
export function OrderedChanges({ ids, nameOf, onChange, error }: OrderedChangesProps) {
  const t = useTexts(texts);
  const [dragged, drag] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    drag(null);
    setOver(null);
  };
  const drop = (place: number) => {
    if (dragged !== null) onChange(moved(ids, dragged, place));
    end();
  };
  return (
    <Stack gap="small">
      <span className="label">{t.changes}</span>
      {ids.length === 0 ? <p className="muted">{t.none_chosen}</p> : <p className="muted">{t.drag_hint}</p>}
      {error === undefined ? null : <span className="field-error">{error}</span>}
      <ol className={styles['order']} aria-label={t.changes}>
        {ids.map((id, place) => (
          <li
            key={id}
            draggable
            data-over={over === place ? '' : undefined}
            onDragStart={() => drag(place)}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(place);
            }}
            onDrop={() => drop(place)}
            onDragEnd={end}
          >
            <span className="muted">{place + 1}.</span>
            <span>{nameOf(id)}</span>
            <Row>
              <Button
                isIcon
                isDisabled={place === 0}
                aria-label={t.move_up(nameOf(id))}
                onPress={() => onChange(moved(ids, place, place - 1))}
              >
                ↑
              </Button>
              <Button
                isIcon
                isDisabled={place === ids.length - 1}
                aria-label={t.move_down(nameOf(id))}
                onPress={() => onChange(moved(ids, place, place + 1))}
              >
                ↓
              </Button>
              <Button
                isIcon
                variant="quiet"
                aria-label={t.take_out(nameOf(id))}
                onPress={() => onChange(ids.filter((each) => each !== id))}
              >
                ×
              </Button>
            </Row>
          </li>
        ))}
      </ol>
    </Stack>
  );
}
