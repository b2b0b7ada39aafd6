import { useState } from 'react';
import {
  Autocomplete,
  Button,
  Collection,
  Dialog,
  DialogTrigger,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  SearchField,
} from 'react-aria-components';
import { useTexts } from '../text/texts.ts';
import { isTemplatePath, narrowed, type PickedValue, type ValueGroup } from './model/value-groups.ts';
import styles from './steps.module.css';
import { texts } from './texts.ts';

export interface ValuePickerProps {
  /** The field that the value goes into. */
  readonly label: string;
  readonly groups: readonly ValueGroup[];
  onPick(path: string): void;
}

/** A button that opens the values of the event and of earlier steps; found by typing, chosen by arrows and Enter. */
export function ValuePicker({ label, groups, onPick }: ValuePickerProps) {
  const t = useTexts(texts);
  return (
    <DialogTrigger>
      <Button className={styles['insert'] ?? ''} aria-label={t.insert(label)}>
        {'{ }'}
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className={styles['picker'] ?? ''} aria-label={t.insert(label)}>
          {({ close }) => (
            <Values
              groups={groups}
              onPick={(path) => {
                close();
                onPick(path);
              }}
            />
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function Values({ groups, onPick }: Omit<ValuePickerProps, 'label'>) {
  const t = useTexts(texts);
  const [search, setSearch] = useState('');
  const path = search.trim();
  const isPath = isTemplatePath(path);
  const found = narrowed(groups, search);
  const shown: readonly ValueGroup[] =
    isPath && !found.some(({ values }) => values.some((value) => value.path === path))
      ? [...found, { id: 'typed', title: t.use_path(path), values: [typedValue(path)] }]
      : found;
  return (
    <Autocomplete inputValue={search} onInputChange={setSearch}>
      <SearchField className="field" autoFocus>
        <Label>{t.find_value}</Label>
        <Input className="input" />
      </SearchField>
      <ListBox<ValueGroup>
        className={styles['values'] ?? ''}
        aria-label={t.values}
        items={shown}
        selectionMode="none"
        onAction={(key) => onPick(String(key))}
        renderEmptyState={() => <span className="option muted">{t.no_value}</span>}
      >
        {(group) => (
          <ListBoxSection id={`group ${group.id}`}>
            <Header className={styles['heading'] ?? ''}>{group.title}</Header>
            <Collection items={group.values.map((value) => ({ ...value, id: value.path }))}>
              {(value) => <ValueItem value={value} />}
            </Collection>
          </ListBoxSection>
        )}
      </ListBox>
    </Autocomplete>
  );
}

function ValueItem({ value }: { readonly value: PickedValue }) {
  const t = useTexts(texts);
  const name = value.label === '' ? t.whole_payload : value.label;
  const note = [value.type.replaceAll('|', ' | '), value.isCertain ? '' : t.at_times]
    .filter(Boolean)
    .join(', ');
  return (
    <ListBoxItem id={value.path} textValue={value.path} className={`option ${styles['choice'] ?? ''}`}>
      <span className="mono">{name}</span>
      <span className="muted">{note}</span>
    </ListBoxItem>
  );
}

const typedValue = (path: string): PickedValue => ({
  path,
  label: path,
  type: '',
  description: '',
  isCertain: false,
});
