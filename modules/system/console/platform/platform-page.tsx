import { Page, Tabs, useParts, useSession, useTexts } from '@patchbay/console-kit';
import { HealthTab } from './health-tab.tsx';
import { MetricsTab } from './metrics/metrics-tab.tsx';
import { texts } from './texts.ts';
import { useSamples } from './use-samples.ts';
import { WriteGateTab } from './write-gate-tab.tsx';

/** How the platform is, its write gate, and its figures while the page is open. */
export default function PlatformPage() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const samples = useSamples();
  const parts = useParts('platform.tab');
  return (
    <Page title={t.platform} summary={t.summary}>
      <Tabs
        label={t.platform}
        tabs={[
          { id: 'health', title: t.health, content: () => <HealthTab samples={samples} /> },
          ...(mayCall('GET', '/system/read-only')
            ? [{ id: 'gate', title: t.gate, content: () => <WriteGateTab /> }]
            : []),
          { id: 'metrics', title: t.metrics, content: () => <MetricsTab samples={samples} /> },
          ...parts.map(({ id, title, Component }) => ({ id, title, content: () => <Component /> })),
        ]}
      />
    </Page>
  );
}
