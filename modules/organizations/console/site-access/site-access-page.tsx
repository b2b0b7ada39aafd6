import { Page, useTexts } from '@patchbay/console-kit';
import { GrantList } from './grant-list.tsx';
import { texts } from './texts.ts';

export default function SiteAccessPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.grants} summary={t.summary}>
      <GrantList prefix="" />
    </Page>
  );
}
