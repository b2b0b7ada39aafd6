import { Button } from '../controls/button.tsx';
import { count, defineTexts, useTexts } from '../text/texts.ts';

const texts = defineTexts({
  en: {
    label: 'Pages',
    label_of: (list: string) => `Pages of ${list}`,
    former: 'Previous page',
    next: 'Next page',
    place: (page: number, pages: number) => `Page ${page} of ${pages}`,
    total: (total: number) => count(total, 'entry', 'entries'),
  },
  de: {
    label: 'Seiten',
    label_of: (list: string) => `Seiten: ${list}`,
    former: 'Vorige Seite',
    next: 'Nächste Seite',
    place: (page: number, pages: number) => `Seite ${page} von ${pages}`,
    total: (total: number) => count(total, 'Eintrag', 'Einträge'),
  },
});

export interface PaginationProps {
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** Name of the list, where a page has several. */
  readonly list?: string;
  go(page: number): void;
}

export function Pagination({ page, pages, total, list, go }: PaginationProps) {
  const t = useTexts(texts);
  return (
    <nav className="row" data-spread="" aria-label={list === undefined ? t.label : t.label_of(list)}>
      <span className="muted">{t.total(total)}</span>
      {pages <= 1 ? null : (
        <div className="row">
          <Button isDisabled={page <= 1} onPress={() => go(page - 1)} aria-label={t.former}>
            ←
          </Button>
          <span>{t.place(page, pages)}</span>
          <Button isDisabled={page >= pages} onPress={() => go(page + 1)} aria-label={t.next}>
            →
          </Button>
        </div>
      )}
    </nav>
  );
}
