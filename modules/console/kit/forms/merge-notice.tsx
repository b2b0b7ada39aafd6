import { Button } from '../controls/button.tsx';
import { Notice } from '../surfaces/notice.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';
import { DiffTable } from '../values/diff-table.tsx';

const texts = defineTexts({
  en: {
    title: 'This was changed meanwhile',
    hint: 'Saving keeps what they changed, but for fields that you changed, too: those become yours.',
    base: 'When you began',
    theirs: 'Now',
    after: 'After you save',
    take: 'Take theirs',
    label: 'Fields that changed meanwhile',
  },
  de: {
    title: 'Inzwischen wurde das von anderen geändert',
    hint: 'Speichern behält deren Änderungen; nur Felder, die auch Sie geändert haben, werden zu Ihren.',
    base: 'Als Sie anfingen',
    theirs: 'Jetzt',
    after: 'Nach dem Speichern',
    take: 'Die anderen übernehmen',
    label: 'Felder, die sich inzwischen geändert haben',
  },
});

type Values = Readonly<Record<string, unknown>>;

export interface MergeNoticeProps {
  readonly base: Values;
  readonly theirs: Values;
  readonly mine: Values;
  takeTheirs(): void;
}

const differ = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Changes of others since the editing began, and the result of saving only one's own. */
export function MergeNotice({ base, theirs, mine, takeTheirs }: MergeNoticeProps) {
  const t = useTexts(texts);
  const isMine = (field: string) => differ(mine[field], base[field]);
  const changed = Object.keys({ ...base, ...theirs }).filter((field) => differ(base[field], theirs[field]));
  const after = Object.fromEntries(
    changed.map((field) => [field, isMine(field) ? mine[field] : theirs[field]]),
  );
  return (
    <Notice kind="warning" title={t.title} isUrgent>
      <p>{t.hint}</p>
      <DiffTable
        label={t.label}
        fields={changed}
        columns={[
          { title: t.base, values: base },
          { title: t.theirs, values: theirs },
          { title: t.after, values: after },
        ]}
        isChanged={(field) => differ(after[field], theirs[field])}
      />
      <div>
        <Button onPress={takeTheirs}>{t.take}</Button>
      </div>
    </Notice>
  );
}
