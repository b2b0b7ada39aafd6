import { Page, useTexts } from '@patchbay/console-kit';
import { ChangesList } from './changes-list.tsx';
import { texts } from './texts.ts';

export default function ChangesPage() {
  const t = useTexts(texts);
  return (
    <Page title={t.changes} summary={t.summary}>
      <ChangesList exportName="changes" viewsOf="changes" />
    </Page>
  );
}
