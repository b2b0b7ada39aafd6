import { Badge, type ReplyOf, useTexts } from '@patchbay/console-kit';
import styles from './answer-path.module.css';
import { texts } from './texts.ts';

type Answer = ReplyOf<'POST', '/security/explain-access'>;

/** Every step in its order; the last one decided. */
export function AnswerPath({ answer: { allowed, decided_by, reasons } }: { readonly answer: Answer }) {
  const t = useTexts(texts);
  const last = reasons.length - 1;
  return (
    <div className="stack">
      <p>
        <Badge kind={allowed ? 'good' : 'bad'}>{allowed ? t.allowed : t.refused}</Badge>{' '}
        {t.decided_by(t[`by_${decided_by}`])}
      </p>
      <ol className={styles['path']} aria-label={t.path}>
        {reasons.map((reason, at) => (
          <li
            key={at}
            className={styles['step']}
            data-kind={at < last ? 'passed' : allowed ? 'allowed' : 'refused'}
          >
            <span className={styles['mark']} aria-hidden="true">
              {at < last ? '↓' : allowed ? '✓' : '✕'}
            </span>
            <span>{reason}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
