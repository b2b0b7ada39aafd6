import { useGo, useLanguage, useTexts } from '@patchbay/console-kit';
import { useId, useState } from 'react';
import { useNavigationPages } from './navigation.tsx';
import { type Found, useFoundObjects } from './palette-objects.ts';
import { texts } from './texts.ts';

/** Its content: what was typed, and what was found. */
export default function Palette({ close }: { readonly close: () => void }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const go = useGo();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const wanted = typed.trim().toLowerCase();
  const pages = useNavigationPages()
    .filter(({ title }) => title[language].toLowerCase().includes(wanted))
    .map(({ path, title }): Found => ({ to: path, name: title[language], kind: t.pages }));
  const found = [...pages.slice(0, 8), ...useFoundObjects(wanted)];
  const chosen = Math.min(at, Math.max(0, found.length - 1));
  const open = (place: number) => {
    const one = found[place];
    if (one === undefined) return;
    close();
    go(one.to);
  };
  return (
    <div className="stack" data-gap="small">
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened in order to type
        autoFocus
        className="input"
        role="combobox"
        aria-label={t.palette}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${chosen}`}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(chosen + 1, found.length - 1));
          else if (event.key === 'ArrowUp') setAt(Math.max(chosen - 1, 0));
          else if (event.key === 'Enter') open(chosen);
          else return;
          event.preventDefault();
        }}
      />
      <div id={id} role="listbox" aria-label={t.palette}>
        {found.map(({ to, name, kind }, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the combobox
          <div
            key={to}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === chosen}
            className="option row"
            data-spread=""
            data-focused={place === chosen ? '' : undefined}
            onClick={() => open(place)}
          >
            <span>{name}</span>
            <span className="muted">{kind}</span>
          </div>
        ))}
      </div>
      <p className="muted">{found.length === 0 ? t.found_nothing : t.palette_hint}</p>
    </div>
  );
}
