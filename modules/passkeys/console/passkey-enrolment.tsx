import { Stack, useTexts } from '@patchbay/console-kit';
import { NewPasskeyForm } from './new-passkey.tsx';
import { texts } from './texts.ts';

/** A first passkey, where the organization demands a second factor. */
export default function PasskeyEnrolment() {
  const t = useTexts(texts);
  return (
    <Stack>
      <p className="muted">{t.summary}</p>
      <NewPasskeyForm />
    </Stack>
  );
}
