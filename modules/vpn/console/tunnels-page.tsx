import { Page, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';
import { TunnelList } from './tunnel-list.tsx';

export default function TunnelsPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.tunnels} summary={t.summary}>
      <TunnelList />
    </Page>
  );
}
