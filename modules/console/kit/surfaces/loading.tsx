import { useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';

/** Placeholder of what is being read. It stands alone, so that the sign-in page gets no more than it. */
export function Loading() {
  const t = useTexts(words);
  return (
    <div
      className="skeleton"
      role="progressbar"
      aria-label={t.loading}
      aria-busy="true"
      aria-valuetext={t.loading}
    />
  );
}
