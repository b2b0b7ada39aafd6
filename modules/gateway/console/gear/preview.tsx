import { DiffTable, Json, Notice, Panel, useTexts } from '@patchbay/console-kit';
import styles from './gear.module.css';
import { changedFields, dangersIn, type Values } from './payload.ts';
import { texts } from './texts.ts';

export interface PreviewProps {
  readonly payload: Values;
  readonly values: Values;
  readonly live: Values | null;
  readonly escalates: readonly string[];
}

/** Preview while typing: the fields that differ from the device, and the payload. */
export function Preview({ payload, values, live, escalates }: PreviewProps) {
  const t = useTexts(texts);
  const changed = live === null ? [] : changedFields(values, live);
  const dangers = dangersIn(payload, escalates);
  return (
    <div className={styles['preview']}>
      <Panel title={t.preview}>
        {dangers.length === 0 ? null : (
          <Notice kind="bad" title={t.dangers(dangers.join(', '))}>
            <p>{t.catastrophic_hint}</p>
          </Notice>
        )}
        {live === null ? null : changed.length === 0 ? (
          <p className="muted">{t.unchanged}</p>
        ) : (
          <DiffTable
            label={t.changed}
            fields={changed}
            columns={[
              { title: t.live, values: live },
              { title: t.mine, values },
            ]}
            isChanged={() => true}
          />
        )}
        <Json label={t.payload} value={payload} />
      </Panel>
    </div>
  );
}
