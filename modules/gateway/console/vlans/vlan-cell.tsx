import { Checkbox, PageLink, useTexts } from '@patchbay/console-kit';
import { type PlanCell, SIGNS } from './matrix.ts';
import { texts } from './texts.ts';
import styles from './vlans.module.css';

export interface VlanCellProps {
  readonly cell: PlanCell | undefined;
  readonly isBrain: boolean;
  readonly isChosen: boolean;
  /** Of a conflict that may be written over; absent where nothing may be staged. */
  readonly overwrite?: {
    readonly label: string;
    readonly isSelected: boolean;
    set(isSelected: boolean): void;
  };
}

/** How one VLAN stands on one controller, told by a sign, a word and a colour. */
export function VlanCell({ cell, isBrain, isChosen, overwrite }: VlanCellProps) {
  const t = useTexts(texts);
  if (isBrain || cell === undefined)
    return (
      <td className={styles['cell']}>
        {isBrain ? (
          <>
            <span className={styles['sign']} aria-hidden="true">
              {SIGNS.canonical}
            </span>
            {t.canonical}
          </>
        ) : null}
      </td>
    );
  const { state, found, differences, refused, pending_change_id } = cell;
  return (
    <td className={styles['cell']} data-state={state} data-chosen={isChosen ? '' : undefined}>
      <span className={styles['sign']} aria-hidden="true">
        {SIGNS[state]}
      </span>
      {t[state]}
      {differences.length === 0 ? null : <div className="muted">{differences.join(', ')}</div>}
      {found === null || state === 'present' ? null : (
        <div className="muted">{t.found(found.name ?? '–', found.subnet ?? '')}</div>
      )}
      {refused === null ? null : (
        <div className="muted" title={refused}>
          {t.refused}: {refused}
        </div>
      )}
      {pending_change_id === null ? null : (
        <div>
          <PageLink to={`/changes/${pending_change_id}`}>{t.pending}</PageLink>
        </div>
      )}
      {overwrite === undefined || state !== 'conflict' || cell.action === null ? null : (
        <Checkbox aria-label={overwrite.label} isSelected={overwrite.isSelected} onChange={overwrite.set}>
          {t.overwrite_short}
        </Checkbox>
      )}
    </td>
  );
}
