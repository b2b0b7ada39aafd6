import { useTexts, words } from '@patchbay/console-kit';
import { texts as preferenceTexts } from '../preferences/texts.ts';
import type { QuietHours } from '../quiet-hours.ts';

/** Quiet hours in one line. */
export function QuietText({ quiet }: { readonly quiet: QuietHours | null }) {
  const t = useTexts(preferenceTexts);
  const w = useTexts(words);
  if (quiet === null) return <>{w.none}</>;
  const days = quiet.days?.map((day) => t[day]).join(', ');
  return (
    <>
      {quiet.start}–{quiet.end} {quiet.timezone} {days}
    </>
  );
}
