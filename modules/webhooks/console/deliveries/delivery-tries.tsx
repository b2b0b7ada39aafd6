import { Badge, DataTable, durationText, Time, useTexts, words } from '@patchbay/console-kit';
import type { Delivery } from './delivery.ts';
import { texts } from './texts.ts';

const isGood = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

/** The latest tries with what came of them and how long they took. */
export function DeliveryTries({ tries }: { readonly tries: Delivery['tries'] }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  if (tries.length === 0) return <p className="muted">{t.no_tries}</p>;
  return (
    <DataTable
      label={`${t.tries}: ${w.details}`}
      rows={tries}
      idOf={({ at }) => at}
      columns={[
        { id: 'at', title: w.time, cell: ({ at }) => <Time at={at} form="full" /> },
        {
          id: 'status',
          title: t.answer,
          cell: ({ status, error }) => (
            <>
              <Badge kind={isGood(status) ? 'good' : 'bad'}>{status ?? t.no_answer}</Badge> {error}
            </>
          ),
        },
        {
          id: 'duration',
          title: t.duration,
          align: 'end',
          cell: ({ duration_ms }) => durationText(duration_ms),
        },
      ]}
    />
  );
}
