import { Button, Row, SelectField, Stack, TextField, useRoleName, useTexts } from '@patchbay/console-kit';
import type { RoleRule } from './provider-values.ts';
import { texts } from './texts.ts';

export interface RoleMappingFieldProps {
  readonly rules: readonly RoleRule[];
  /** Roles up to the ceiling. */
  readonly roles: readonly string[];
  readonly error: string | undefined;
  onChange(rules: readonly RoleRule[]): void;
}

/** Rules that give roles by what the provider says of a person. */
export function RoleMappingField({ rules, roles, error, onChange }: RoleMappingFieldProps) {
  const t = useTexts(texts);
  const roleName = useRoleName();
  const change = (place: number, part: Partial<RoleRule>) =>
    onChange(rules.map((rule, at) => (at === place ? { ...rule, ...part } : rule)));
  return (
    <fieldset className="field">
      <legend>{t.mapping}</legend>
      <Stack gap="small">
        <span className="field-hint">{t.mapping_hint}</span>
        {rules.map((rule, place) => (
          <Row key={place}>
            <TextField label={t.group} value={rule.value} onChange={(value) => change(place, { value })} />
            <SelectField
              label={t.role}
              choices={roles.map((role) => ({ value: role, label: roleName(role) }))}
              value={rule.role}
              onChange={(role) => change(place, { role })}
            />
            <Button
              variant="quiet"
              aria-label={t.remove_rule(place + 1)}
              onPress={() => onChange(rules.filter((_, at) => at !== place))}
            >
              ×
            </Button>
          </Row>
        ))}
        <div>
          <Button onPress={() => onChange([...rules, { value: '', role: roles[0] ?? 'viewer' }])}>
            {t.add_rule}
          </Button>
        </div>
        {error === undefined ? null : <span className="field-error">{error}</span>}
      </Stack>
    </fieldset>
  );
}
