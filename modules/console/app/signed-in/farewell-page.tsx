import { Button, type Farewell, Page, useTexts } from '@patchbay/console-kit';
import { texts } from './texts.ts';

/** The last page of a session that the user's own change has ended; what it shows stays until it is left. */
export function FarewellPage({ title, content, leave }: Farewell & { leave(): void }) {
  const t = useTexts(texts);
  return (
    <main className="entrance">
      <div className="panel">
        <Page title={title} summary={t.ended}>
          {content}
          <div>
            <Button variant="primary" onPress={leave}>
              {t.to_sign_in}
            </Button>
          </div>
        </Page>
      </div>
    </main>
  );
}
