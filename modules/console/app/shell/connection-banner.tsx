import { Notice, useStreamStatus, useTexts } from '@patchbay/console-kit';
import { useEffect, useState } from 'react';
import { texts } from './texts.ts';

/** A reload of the platform is not worth a word. */
const PATIENCE_MS = 2_500;

/** Says that the platform is away; what is typed stays, and the stream comes back by its cursor. */
export function ConnectionBanner() {
  const t = useTexts(texts);
  const status = useStreamStatus();
  const [isShown, show] = useState(false);
  useEffect(() => {
    if (status === 'open') {
      show(false);
      return;
    }
    const timer = window.setTimeout(() => show(true), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, [status]);
  if (!isShown) return null;
  return (
    <Notice kind="warning" isUrgent>
      {t.away}
    </Notice>
  );
}
