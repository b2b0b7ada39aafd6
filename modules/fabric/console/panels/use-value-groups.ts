import { useRows, useTexts } from '@patchbay/console-kit';
import { stepGroup, triggerGroup, type ValueGroup } from '@patchbay/console-kit/steps-model';
import { useMemo } from 'react';
import { texts as canvasTexts } from '../canvas/texts.ts';
import { type Catalog, outputSchemaOf } from '../draft/catalog.ts';
import type { ConnectionDraft } from '../draft/connection-draft.ts';
import { texts } from '../editor/texts.ts';
import { seenOutputs } from '../trial/overlay.ts';

const LATEST = { per_page: '10' } as const;

/** Values that a step at this place may take: those of the event, and those that steps before it leave. */
export function useValueGroups(
  { source_event, steps }: ConnectionDraft,
  catalog: Catalog,
  connection_id: string | null,
  place: number,
): readonly ValueGroup[] {
  const t = useTexts(texts);
  const words = useTexts(canvasTexts);
  const { rows } = useRows(
    '/fabric/connections/{connection_id}/runs',
    LATEST,
    { connection_id: connection_id ?? '' },
    { enabled: connection_id !== null },
  );
  const names = steps.map(({ name }) => name).join(' ');
  return useMemo(() => {
    const before = names.split(' ').slice(0, place);
    const seen = seenOutputs(rows, before);
    const payloads = catalog.matching(source_event).map(({ payload_schema }) => payload_schema);
    return [
      triggerGroup(t.trigger_group(source_event), payloads),
      ...before.map((name, index) => {
        const operation = catalog.operation(name);
        const source = {
          title: `${words.step(index + 1)}: ${operation?.title ?? name}`,
          isWrite: operation?.write ?? false,
          output_schema: outputSchemaOf(operation),
          seen: seen[index],
          produces: operation?.produces ?? [],
        };
        return stepGroup(source, index);
      }),
    ];
  }, [names, place, rows, catalog, source_event, t, words]);
}
