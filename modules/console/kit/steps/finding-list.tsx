import { Notice } from '../surfaces/notice.tsx';
import { useTexts } from '../text/texts.ts';
import { type Finding, placeOf, worstOf } from './model/findings.ts';
import styles from './steps.module.css';
import { texts } from './texts.ts';

export interface FindingListProps {
  readonly findings: readonly Finding[];
  readonly title?: string;
  /** Each finding becomes a button. */
  open?(finding: Finding): void;
}

/** Findings of a check, errors first; nothing without findings. */
export function FindingList({ findings, title, open }: FindingListProps) {
  const worst = worstOf(findings);
  if (worst === null) return null;
  const sorted = findings.toSorted((one, other) => one.severity.localeCompare(other.severity));
  return (
    <Notice kind={worst === 'error' ? 'bad' : 'warning'} {...(title === undefined ? {} : { title })}>
      <ul>
        {sorted.map((finding) => (
          <li key={`${finding.field} ${finding.type} ${finding.message}`}>
            {open === undefined ? (
              <FindingText finding={finding} />
            ) : (
              <button type="button" className={styles['finding']} onClick={() => open(finding)}>
                <FindingText finding={finding} />
              </button>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** People count steps from 1, paths from 0. */
function FindingText({ finding: { field, message } }: { readonly finding: Finding }) {
  const t = useTexts(texts);
  const place = placeOf(field);
  if (place.at !== 'step')
    return (
      <>
        <code>{field}</code> {message}
      </>
    );
  const name = /^(connection\.)?actions/.test(field) ? t.action_n(place.step + 1) : t.step_n(place.step + 1);
  return (
    <>
      {name}: {place.path === '' || place.path === 'operation_id' ? null : <code>{place.path}</code>}{' '}
      {message}
    </>
  );
}
