import { type BulkAction, tellFailed, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import { type ReactNode, useState } from 'react';
import type { ControllerRow } from '../controllers/controller-columns.tsx';
import { texts } from '../controllers/texts.ts';
import { BulkTestDialog, type TestResults } from './bulk-test-dialog.tsx';
import { type StartedSync, SyncDialog } from './sync-dialog.tsx';

/** The platform takes so many at once. */
const MOST = 100;

export interface BulkContact {
  readonly actions: readonly BulkAction<ControllerRow>[];
  readonly dialogs: ReactNode;
}

/** Tests and syncs several controllers at once. */
export function useBulkContact(): BulkContact {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [results, showResults] = useState<TestResults | null>(null);
  const [syncs, showSyncs] = useState<readonly StartedSync[] | null>(null);
  const test = useWrite('POST', '/controllers/test');
  const sync = useWrite('POST', '/controllers/sync');
  const idsOf = (rows: readonly ControllerRow[]): string[] | null => {
    if (rows.length <= MOST) return rows.map(({ id }) => id);
    tellFailed(new Error(t.bulk_too_many));
    return null;
  };
  const actions: readonly BulkAction<ControllerRow>[] = [
    {
      id: 'test',
      label: t.bulk_test,
      run: async (rows) => {
        const controller_ids = idsOf(rows);
        const reply = controller_ids === null ? undefined : await test.run({ body: { controller_ids } });
        if (reply !== undefined) showResults(reply.results);
        return false;
      },
    },
    {
      id: 'sync',
      label: t.bulk_sync,
      run: async (rows) => {
        const controller_ids = idsOf(rows);
        const reply = controller_ids === null ? undefined : await sync.run({ body: { controller_ids } });
        if (reply !== undefined) showSyncs(reply.syncs);
        return reply !== undefined;
      },
    },
  ];
  return {
    actions: actions.filter(({ id }) => mayCall('POST', `/controllers/${id}`)),
    dialogs: (
      <>
        {results === null ? null : (
          <BulkTestDialog results={results} isOpen onClose={() => showResults(null)} />
        )}
        {syncs === null ? null : <SyncDialog syncs={syncs} isOpen onClose={() => showSyncs(null)} />}
      </>
    ),
  };
}
