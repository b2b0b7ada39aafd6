import { Badge, PageLink, useRead, useSession, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

const EVERY_MS = 15_000;

/** Says on every page that the write gate is closed: nothing that is applied reaches a device. */
export function WriteGateBadge() {
  const { mayCall } = useSession();
  return mayCall('GET', '/system/read-only') ? <ClosedGate /> : null;
}

function ClosedGate() {
  const t = useTexts(texts);
  const { data } = useRead(
    '/system/read-only',
    {},
    { everyMs: EVERY_MS, live: ['system.write_gate.changed'] },
  );
  if (data?.read_only !== true) return null;
  return (
    <span role="status">
      <PageLink to="/platform" search={{ tab: 'gate' }}>
        <Badge kind="warning">{t.gate_closed}</Badge>
      </PageLink>
    </span>
  );
}
