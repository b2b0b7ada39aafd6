import { useEffect, useRef, useState } from 'react';
import { useSettled } from '../data/use-settled.ts';
import { useChangeSearch, useSearchTexts } from './use-search.ts';

const TYPING_MS = 300;

/**
 * A text of the address that is typed: it gets there once typing has ended, and the page number goes. When the address
 * changes in another way, by Back or a saved view, the field follows.
 */
export function useTypedSearch(
  key: string,
  pageKey: string,
): readonly [typed: string, type: (text: string) => void] {
  const kept = useSearchTexts()[key] ?? '';
  const change = useChangeSearch();
  /** Null: nothing was typed since the address changed from outside. */
  const [typed, setTyped] = useState<string | null>(null);
  const sent = useRef<string | null>(null);
  const settled = useSettled(typed, TYPING_MS);
  useEffect(() => {
    if (kept !== sent.current) setTyped(null);
    sent.current = null;
  }, [kept]);
  useEffect(() => {
    if (settled === null || settled !== typed || settled === kept) return;
    sent.current = settled;
    change({ [key]: settled, [pageKey]: null });
  }, [settled, typed, kept, change, key, pageKey]);
  return [typed ?? kept, setTyped];
}
