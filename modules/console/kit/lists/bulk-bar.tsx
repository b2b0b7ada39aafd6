import { Button } from '../controls/button.tsx';
import { Row } from '../layout/layout.tsx';
import { ActionButton } from '../surfaces/action-button.tsx';
import { count, defineTexts, useTexts } from '../text/texts.ts';
import type { BulkAction } from './column.ts';

const texts = defineTexts({
  en: { chosen: (amount: number) => `${count(amount, 'row', 'rows')} chosen`, clear: 'Choose none' },
  de: {
    chosen: (amount: number) => `${count(amount, 'Zeile', 'Zeilen')} ausgewählt`,
    clear: 'Auswahl aufheben',
  },
});

export interface BulkBarProps<Row> {
  readonly actions: readonly BulkAction<Row>[];
  readonly rows: readonly Row[];
  clear(): void;
}

/** Actions on chosen rows; nothing is shown while none is. */
export function BulkBar<R>({ actions, rows, clear }: BulkBarProps<R>) {
  const t = useTexts(texts);
  if (rows.length === 0) return null;
  return (
    <Row>
      <strong>{t.chosen(rows.length)}</strong>
      {actions.map(({ id, label, isDangerous = false, confirm, run }) => (
        <ActionButton
          key={id}
          variant={isDangerous ? 'danger' : 'plain'}
          {...(confirm === undefined ? {} : { confirm: { title: confirm(rows.length) } })}
          run={async () => {
            if ((await run(rows)) !== false) clear();
          }}
        >
          {label}
        </ActionButton>
      ))}
      <Button variant="quiet" onPress={clear}>
        {t.clear}
      </Button>
    </Row>
  );
}
