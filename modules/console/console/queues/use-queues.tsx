import { type InboxReport, useParts } from '@patchbay/console-kit';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Reports } from './merge.ts';

export interface Queues {
  readonly reports: Reports;
  readonly titles: Readonly<Record<string, string>>;
  /** The parts themselves, which draw nothing; they stand on the page once. */
  readonly parts: ReactNode;
  readonly amount: number;
}

/** Rows of all queues that the viewer may see. */
export function useQueues(): Queues {
  const parts = useParts('inbox.queue');
  const [reports, setReports] = useState<Reports>({});
  const take = useCallback(
    (id: string, report: InboxReport) => setReports((former) => ({ ...former, [id]: report })),
    [],
  );
  const ids = parts.map(({ id }) => id).join(' ');
  const takers = useMemo(
    () => new Map(ids.split(' ').map((id) => [id, (report: InboxReport) => take(id, report)])),
    [ids, take],
  );
  const nothing = useCallback(() => undefined, []);
  return {
    reports: Object.fromEntries(
      Object.entries(reports).filter(([id]) => parts.some((part) => part.id === id)),
    ),
    titles: Object.fromEntries(parts.map(({ id, title }) => [id, title])),
    amount: parts.length,
    parts: (
      <div hidden>
        {parts.map(({ id, Component }) => (
          <Component key={id} report={takers.get(id) ?? nothing} />
        ))}
      </div>
    ),
  };
}
