import { Button } from '../controls/button.tsx';
import { Notice } from '../surfaces/notice.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';
import { DiffTable } from '../values/diff-table.tsx';

const texts = defineTexts({
  en: {
    title: 'This was changed meanwhile',
    hint: 'Saving again puts your entries over theirs.',
    base: 'When you began',
    theirs: 'Now',
    mine: 'Yours',
    take: 'Take theirs',
    label: 'Fields that changed meanwhile',
  },
  de: {
    title: 'Inzwischen wurde das von anderen geändert',
    hint: 'Noch einmal speichern setzt Ihre Angaben an deren Stelle.',
    base: 'Als Sie anfingen',
    theirs: 'Jetzt',
    mine: 'Ihre',
    take: 'Die anderen übernehmen',
    label: 'Felder, die sich inzwischen geändert haben',
  },
});

export interface ConflictNoticeProps<V extends object> {
  readonly base: V;
  readonly mine: V;
  readonly theirs: V;
  /** Names of the fields. */
  readonly labels: Readonly<Record<string, string>>;
  takeTheirs(): void;
}

type Values = Readonly<Record<string, unknown>>;

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** After a 412: what changed since the form was opened, beside what was typed. */
export function ConflictNotice<V extends object>({
  base,
  mine,
  theirs,
  labels,
  takeTheirs,
}: ConflictNoticeProps<V>) {
  const t = useTexts(texts);
  const [before, now, yours] = [base, theirs, mine].map(
    (values): Values => Object.fromEntries(Object.entries(values)),
  ) as [Values, Values, Values];
  const changed = Object.keys(labels).filter((key) => differ(before[key], now[key]));
  return (
    <Notice kind="warning" title={t.title} isUrgent>
      <p>{t.hint}</p>
      <DiffTable
        label={t.label}
        fields={changed}
        columns={[
          { title: t.base, values: before },
          { title: t.theirs, values: now },
          { title: t.mine, values: yours },
        ]}
        isChanged={(field) => differ(yours[field], now[field])}
      />
      <div>
        <Button onPress={takeTheirs}>{t.take}</Button>
      </div>
    </Notice>
  );
}
