import { useId, useRef, useState } from 'react';
import { defineTexts, useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { Button } from './button.tsx';
import { type Suggestion, SuggestionField } from './suggestion-field.tsx';
import type { FieldTexts } from './text-field.tsx';

const texts = defineTexts({
  en: { remove: (word: string) => `Remove ${word}`, chosen: (label: string) => `${label}: chosen` },
  de: { remove: (word: string) => `${word} entfernen`, chosen: (label: string) => `${label}: gewählt` },
});

export interface WordsFieldProps extends FieldTexts {
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
  readonly suggestions: readonly Suggestion[];
  readonly isRequired?: boolean;
}

/** Several words, suggested or typed; a typed one counts as soon as the field is left. */
export function WordsField({ label, hint, value, onChange, suggestions, ...props }: WordsFieldProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const hintId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const add = (text: string) => {
    const word = text.trim();
    setTyped('');
    if (word !== '' && !value.includes(word)) onChange([...value, word]);
  };
  /** Its button is gone with the word, so the focus goes to the field. */
  const remove = (word: string) => {
    onChange(value.filter((each) => each !== word));
    place.current?.querySelector('input')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that the focus leaves its parts, is no control itself
    <div
      ref={place}
      className="stack"
      data-gap="small"
      onBlur={({ currentTarget, relatedTarget }) => {
        const goesTo = relatedTarget instanceof Element ? relatedTarget : null;
        if (currentTarget.contains(goesTo) || goesTo?.closest('.popover')) return;
        add(typed);
      }}
    >
      <div className="toolbar">
        <div style={{ flex: 1, minWidth: 0 }}>
          <SuggestionField
            {...props}
            label={label}
            {...(hint === undefined ? {} : { 'aria-describedby': hintId })}
            value={typed}
            onChange={setTyped}
            onTake={add}
            suggestions={suggestions.filter((each) => !value.includes(each.value))}
          />
        </div>
        <Button isDisabled={typed.trim() === ''} onPress={() => add(typed)}>
          {w.add}
        </Button>
      </div>
      {hint === undefined ? null : (
        <span id={hintId} className="field-hint">
          {hint}
        </span>
      )}
      {value.length === 0 ? null : (
        <ul className="words" aria-label={t.chosen(label)}>
          {value.map((word) => (
            <li key={word} className="badge">
              <code>{word}</code>
              <button
                type="button"
                className="word-remove"
                aria-label={t.remove(word)}
                onClick={() => remove(word)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
