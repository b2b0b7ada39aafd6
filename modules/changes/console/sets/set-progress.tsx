import { useTexts } from '@patchbay/console-kit';
import styles from './sets.module.css';
import { texts } from './texts.ts';

/** How far a set is, as a bar and in words. */
export function SetProgress({ done, total }: { readonly done: number; readonly total: number }) {
  const t = useTexts(texts);
  return (
    <span className="row">
      <progress className={styles['bar']} value={done} max={Math.max(total, 1)} aria-label={t.progress} />
      <span>{t.progress_of(done, total)}</span>
    </span>
  );
}
