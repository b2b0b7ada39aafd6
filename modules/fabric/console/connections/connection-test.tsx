import { Panel, Stack, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import type { Connection } from '../draft/connection-draft.ts';
import { useCatalog } from '../draft/use-catalog.ts';
import { RunTrace } from '../runs/run-trace.tsx';
import type { ShownRun } from '../trial/overlay.ts';
import { TestPanel } from '../trial/test-panel.tsx';
import { texts } from './texts.ts';

/** Carries the Connection out once; its result stands below, on the canvas. */
export function ConnectionTest({ connection }: { readonly connection: Connection }) {
  const t = useTexts(texts);
  const catalog = useCatalog();
  const [run, show] = useState<ShownRun | null>(null);
  const [event] = catalog.matching(connection.source_event);
  if (catalog.events.length === 0) return null;
  return (
    <Stack>
      <Panel title={t.test}>
        <TestPanel
          connection_id={connection.id}
          pattern={connection.source_event}
          payload_schema={event?.payload_schema}
          isChanged={false}
          show={show}
        />
      </Panel>
      {run === null ? null : (
        <RunTrace
          label={connection.name}
          run={run}
          source_event={connection.source_event}
          conditions={connection.conditions}
        />
      )}
    </Stack>
  );
}
