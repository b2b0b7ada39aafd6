import { useState } from 'react';
import { count, defineTexts, useTexts } from '../text/texts.ts';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { SearchField } from './search-field.tsx';
import type { FieldTexts } from './text-field.tsx';

const texts = defineTexts({
  en: {
    find: 'Find a permission',
    none: 'No permission matches.',
    chosen: (amount: number) => count(amount, 'permission chosen', 'permissions chosen'),
    clear: 'Choose none',
  },
  de: {
    find: 'Berechtigung finden',
    none: 'Keine Berechtigung passt dazu.',
    chosen: (amount: number) => count(amount, 'Berechtigung gewählt', 'Berechtigungen gewählt'),
    clear: 'Keine wählen',
  },
});

export interface PermissionFieldProps extends FieldTexts {
  /** Ids of permissions to choose from. */
  readonly choices: readonly string[];
  readonly value: readonly string[];
  onChange(value: readonly string[]): void;
}

/** `device:read` and `cameras.view` belong to `device` and `cameras`. */
const subjectOf = (permission: string): string => permission.split(/[:.]/)[0] ?? permission;

/** Some of many permissions, by subject. Chosen ones that are no choice any more stay until they are taken away. */
export function PermissionField({ label, hint, error, choices, value, onChange }: PermissionFieldProps) {
  const t = useTexts(texts);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const all = [...new Set([...choices, ...value])].toSorted();
  const found = all.filter((each) => each.toLowerCase().includes(wanted));
  const chosen = new Set(value);
  const toggle = (permission: string, isSelected: boolean) =>
    onChange(isSelected ? [...value, permission] : value.filter((each) => each !== permission));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as the other fields are
    <div className="field" role="group" aria-label={label}>
      <span className="label">{label}</span>
      <SearchField label={t.find} value={typed} onChange={setTyped} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className="permissions" tabIndex={0} aria-label={label}>
        {found.length === 0 ? <p className="muted">{t.none}</p> : null}
        {[...Map.groupBy(found, subjectOf)].map(([subject, permissions]) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div key={subject} role="group" aria-label={subject} className="stack" data-gap="small">
            <strong>{subject}</strong>
            <div className="row">
              {permissions.map((permission) => (
                <Checkbox
                  key={permission}
                  isSelected={chosen.has(permission)}
                  onChange={(isSelected) => toggle(permission, isSelected)}
                >
                  <code>{permission}</code>
                </Checkbox>
              ))}
            </div>
          </div>
        ))}
      </section>
      <div className="row" data-spread="">
        <span className="field-hint" aria-live="polite">
          {t.chosen(value.length)}
        </span>
        {value.length === 0 ? null : (
          <Button variant="quiet" onPress={() => onChange([])}>
            {t.clear}
          </Button>
        )}
      </div>
      {hint === undefined ? null : <span className="field-hint">{hint}</span>}
      {error === undefined ? null : <span className="field-error">{error}</span>}
    </div>
  );
}
