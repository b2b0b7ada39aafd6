import {
  Notice,
  Page,
  Stack,
  Tabs,
  type Tagged,
  useParts,
  usePathParameter,
  useSearchText,
  useTagged,
  useTexts,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { SyncDialog } from '../contact/sync-dialog.tsx';
import { ControllerActions } from './controller-actions.tsx';
import { ControllerOverview } from './controller-overview.tsx';
import { ControllerStatus } from './controller-status.tsx';
import type { Controller } from './controller-values.ts';
import { texts } from './texts.ts';

const LIVE = ['controller.status.changed', 'gateway.sync.completed'];

export default function ControllerPage() {
  const controller_id = usePathParameter('controller_id');
  const read = useTagged('/controllers/{controller_id}', { path: { controller_id } }, { live: LIVE });
  return <WaitingFor read={read}>{(tagged) => <ControllerDetails {...tagged} />}</WaitingFor>;
}

function ControllerDetails({ data: controller, etag }: Tagged<Controller>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const parts = useParts('controller.tab');
  const [sync_id, showSync] = useSearchText('sync');
  return (
    <Page
      title={controller.name}
      marks={<ControllerStatus status={controller.status} />}
      actions={<ControllerActions data={controller} etag={etag} onSync={showSync} />}
    >
      {controller.last_error === null ? null : (
        <Notice kind="warning" title={t.last_error}>
          <p>{controller.last_error}</p>
        </Notice>
      )}
      <Tabs
        label={controller.name}
        tabs={[
          {
            id: 'overview',
            title: w.overview,
            content: () => (
              <Stack>
                <ControllerOverview controller={controller} />
              </Stack>
            ),
          },
          ...parts.map(({ id, title, Component }) => ({
            id,
            title,
            content: () => <Component controller_id={controller.id} />,
          })),
        ]}
      />
      {sync_id === '' ? null : (
        <SyncDialog syncs={[{ controller_id: controller.id, sync_id }]} isOpen onClose={() => showSync('')} />
      )}
    </Page>
  );
}
