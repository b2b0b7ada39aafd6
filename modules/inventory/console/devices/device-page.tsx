import {
  ActionButton,
  ApiError,
  EmptyState,
  Page,
  Tabs,
  type Tagged,
  useParts,
  usePathParameter,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { DeviceActions } from './device-actions.tsx';
import type { Device } from './device-form.tsx';
import { DeviceOverview } from './device-overview.tsx';
import { DeviceStatus } from './device-status.tsx';
import { texts } from './texts.ts';

export default function DevicePage() {
  const device_id = usePathParameter('device_id');
  const read = useTagged('/devices/{device_id}', { path: { device_id } }, { live: ['device.**'] });
  const isGone = read.error instanceof ApiError && read.error.status === 404;
  if (isGone) return <GoneDevice device_id={device_id} />;
  return <WaitingFor read={read}>{(tagged) => <DeviceDetails {...tagged} />}</WaitingFor>;
}

function DeviceDetails({ data: device, etag }: Tagged<Device>) {
  const w = useTexts(words);
  const parts = useParts('device.tab');
  return (
    <Page
      title={device.name}
      marks={<DeviceStatus status={device.status} />}
      actions={<DeviceActions data={device} etag={etag} />}
    >
      <Tabs
        label={device.name}
        tabs={[
          { id: 'overview', title: w.overview, content: () => <DeviceOverview device={device} /> },
          ...parts.map(({ id, title, Component }) => ({
            id,
            title,
            content: () => <Component device_id={device.id} />,
          })),
        ]}
      />
    </Page>
  );
}

/** A deleted device keeps its address, so that it can be brought back. */
function GoneDevice({ device_id }: { readonly device_id: string }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const restore = useWrite('POST', '/devices/{device_id}/restore', {
    done: ({ name }) => t.restored(name),
  });
  return (
    <Page title={w.device}>
      <EmptyState
        title={t.gone}
        action={
          mayCall('POST', '/devices/{device_id}/restore') ? (
            <ActionButton run={() => restore.run({ path: { device_id } })}>{t.undo}</ActionButton>
          ) : null
        }
      >
        {t.gone_hint}
      </EmptyState>
    </Page>
  );
}
