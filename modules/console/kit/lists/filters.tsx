import { DateTimeField } from '../controls/date-time-field.tsx';
import { SearchField } from '../controls/search-field.tsx';
import { SelectField } from '../controls/select-field.tsx';
import { useChangeSearch, useSearchTexts } from '../page/use-search.ts';
import { useTypedSearch } from '../page/use-typed-search.ts';
import { defineTexts, useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import type { Filter } from './column.ts';
import { NamedReference } from './named-reference.tsx';

const texts = defineTexts({ en: { all: 'All', yes: 'Yes' }, de: { all: 'Alle', yes: 'Ja' } });
const ALL = '*';

export interface FiltersProps {
  readonly filters: readonly Filter[];
  readonly hasSearch: boolean;
  /** Keys of the address begin with it, where a page has several lists. */
  readonly prefix: string;
}

/** Filters of a list; they stand in the address. */
export function Filters({ filters, hasSearch, prefix }: FiltersProps) {
  const t = useTexts(words);
  return (
    <>
      {hasSearch ? (
        <TypedFilter label={t.search} searchKey={`${prefix}search`} pageKey={`${prefix}page`} />
      ) : null}
      {filters.map((filter) => (
        <OneFilter key={filter.key} filter={filter} prefix={prefix} />
      ))}
    </>
  );
}

function OneFilter({ filter, prefix }: { readonly filter: Filter; readonly prefix: string }) {
  const t = useTexts(texts);
  const search = useSearchTexts();
  const change = useChangeSearch();
  const key = `${prefix}${filter.key}`;
  const value = search[key] ?? '';
  const set = (text: string | null) => change({ [key]: text, [`${prefix}page`]: null });
  if (filter.kind === 'text')
    return <TypedFilter label={filter.label} searchKey={key} pageKey={`${prefix}page`} />;
  if (filter.kind === 'time')
    return <DateTimeField label={filter.label} value={value || null} onChange={set} />;
  if (filter.kind === 'site' || filter.kind === 'controller' || filter.kind === 'user')
    return <NamedReference kind={filter.kind} label={filter.label} value={value || null} onChange={set} />;
  const choices = filter.kind === 'choice' ? filter.choices : [{ value: 'true', label: t.yes }];
  return (
    <SelectField
      label={filter.label}
      choices={[{ value: ALL, label: t.all }, ...choices]}
      value={value || ALL}
      onChange={(chosen) => set(chosen === ALL ? null : chosen)}
    />
  );
}

interface TypedFilterProps {
  readonly label: string;
  readonly searchKey: string;
  readonly pageKey: string;
}

/** Waits for the end of typing before it changes the address. */
function TypedFilter({ label, searchKey, pageKey }: TypedFilterProps) {
  const [typed, type] = useTypedSearch(searchKey, pageKey);
  return <SearchField label={label} value={typed} onChange={type} />;
}
