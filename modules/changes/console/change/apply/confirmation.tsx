import { Button, Countdown, Row, Stack, Time, useRead, useTexts, useWrite } from '@patchbay/console-kit';
import { useState } from 'react';
import type { Change } from '../../what.ts';
import type { Preview } from '../use-change.ts';
import styles from './confirmation.module.css';
import { applyTexts } from './texts.ts';

export interface ConfirmationProps {
  readonly change: Change;
  readonly preview: Preview | undefined;
}

/** Counts down to the moment at which an applied change is taken back, with a big way to let it stand. */
export function Confirmation({ change, preview }: ConfirmationProps) {
  const t = useTexts(applyTexts);
  const [isOver, end] = useState(false);
  const attempts = useRead('/changes/{id}/attempts', { path: { id: change.id } });
  const confirm = useWrite('POST', '/changes/{id}/confirm', { refreshes: ['/changes'], done: t.confirmed });
  const awaiting = attempts.data?.items.find(({ outcome }) => outcome === 'awaiting_confirmation');
  const until = awaiting?.confirm_until ?? null;
  if (until === null) return null;
  return (
    <section className={`notice ${styles['panel']}`} data-kind="warning" aria-label={t.countdown}>
      <Stack gap="small">
        <h2>{t.countdown}</h2>
        <p>
          {t.countdown_hint} {awaiting?.confirm_mechanism === 'device' ? t.zero_device : t.zero_inverse}
        </p>
        <Row isSpread>
          <div>
            <span className="muted">{t.left}</span>
            <div className={styles['left']}>
              <Countdown until={until} onEnd={() => end(true)} />
            </div>
            <span className="muted">
              {t.until} <Time at={until} form="full" />
            </span>
          </div>
          {preview?.may_apply === false ? null : (
            <div className={styles['big']}>
              <Button
                variant="primary"
                isPending={confirm.isPending}
                isDisabled={isOver}
                onPress={() => void confirm.run({ path: { id: change.id } })}
              >
                {t.confirm_button}
              </Button>
            </div>
          )}
        </Row>
        {isOver ? <p role="alert">{t.over}</p> : null}
      </Stack>
    </section>
  );
}
