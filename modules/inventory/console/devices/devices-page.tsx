import { Page, useTexts } from '@patchbay/console-kit';
import { DeviceList } from './device-list.tsx';
import { texts } from './texts.ts';

export default function DevicesPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.devices} summary={t.summary}>
      <DeviceList />
    </Page>
  );
}
