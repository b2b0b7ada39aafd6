import {
  type ContributionProps,
  durationText,
  ResourceList,
  Time,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { SyncStatus } from '../controllers/controller-status.tsx';
import { texts } from '../controllers/texts.ts';

const EVERY_MS = 5_000;

/** The latest syncs of a controller. */
export default function ControllerSyncs({ controller_id }: ContributionProps['controller.tab']) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <ResourceList
      path="/controllers/{controller_id}/syncs"
      parameters={{ controller_id }}
      label={t.syncs}
      columns={[
        {
          id: 'created',
          title: w.time,
          sort: 'created_at',
          cell: ({ created_at }) => <Time at={created_at} />,
          text: ({ created_at }) => created_at,
        },
        {
          id: 'status',
          title: w.status,
          cell: ({ status }) => <SyncStatus status={status} />,
          text: ({ status }) => status,
        },
        {
          id: 'result',
          title: t.result,
          cell: ({ error, created, updated, unchanged, missing }) =>
            error ?? t.found(created, updated, unchanged, missing),
          text: ({ error, created, updated, unchanged, missing }) =>
            error ?? t.found(created, updated, unchanged, missing),
        },
        {
          id: 'duration',
          title: t.duration,
          align: 'end',
          cell: ({ started_at, finished_at }) =>
            started_at === null || finished_at === null
              ? null
              : durationText(Date.parse(finished_at) - Date.parse(started_at)),
        },
      ]}
      sort="-created_at"
      prefix="syncs_"
      everyMs={EVERY_MS}
      exportName="syncs"
      empty={{ title: t.sync_empty, hint: t.sync_empty_hint }}
    />
  );
}
