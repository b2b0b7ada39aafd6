import { Button, LinkButton, Notice, Row, useTexts } from '@patchbay/console-kit';
import { useEffect, useRef } from 'react';
import { texts } from './texts.ts';

export interface StagedNoticeProps {
  readonly change_id: string;
  /** Goes on without the change that was staged. */
  onAgain?(): void;
}

/** The end of each form: where the change is reviewed. */
export function StagedNotice({ change_id, onAgain }: StagedNoticeProps) {
  const t = useTexts(texts);
  const place = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone, and the notice may stand above what is looked at.
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1}>
      <Notice kind="good" title={t.staged} isUrgent>
        <p>{t.staged_hint}</p>
        <Row>
          <LinkButton variant="primary" to={`/changes/${change_id}`}>
            {t.review}
          </LinkButton>
          {onAgain === undefined ? null : <Button onPress={onAgain}>{t.again}</Button>}
        </Row>
      </Notice>
    </div>
  );
}
