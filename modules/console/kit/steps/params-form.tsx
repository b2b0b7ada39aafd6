import { useMemo } from 'react';
import { Button } from '../controls/button.tsx';
import { emptyObject, type FormSchema } from '../forms/schema/schema.ts';
import { type DrawProperty, SchemaControls } from '../forms/schema/schema-controls.ts';
import { SchemaForm } from '../forms/schema/schema-form.tsx';
import { Stack } from '../layout/layout.tsx';
import { Notice } from '../surfaces/notice.tsx';
import { useTexts } from '../text/texts.ts';
import { type Params, REDACTED } from './model/params.ts';
import { asSchema } from './model/schema-fields.ts';
import type { ValueGroup } from './model/value-groups.ts';
import { isNested, TemplatedControl } from './templated-control.tsx';
import { texts } from './texts.ts';

export interface ParamsFormProps {
  /** JSON Schema of the params. */
  readonly schema: unknown;
  readonly params: Params | typeof REDACTED;
  onChange(params: Params): void;
  /** Values that templates may take. */
  readonly groups: readonly ValueGroup[];
  /** Faults by path in the params. */
  readonly errors?: Readonly<Record<string, string>>;
}

const NO_ERRORS: Readonly<Record<string, string>> = {};

/** Params of a step as a form; every value may be a template. */
export function ParamsForm({ schema, params, onChange, groups, errors = NO_ERRORS }: ParamsFormProps) {
  const t = useTexts(texts);
  const draw = useMemo<DrawProperty>(
    () => (property) => (isNested(property) ? null : <TemplatedControl {...property} groups={groups} />),
    [groups],
  );
  const known: FormSchema = asSchema(schema) ?? {};
  if (params === REDACTED)
    return (
      <Notice>
        <p>{t.params_hidden}</p>
        <div>
          <Button onPress={() => onChange(emptyObject(known))}>{t.params_replace}</Button>
        </div>
      </Notice>
    );
  if (Object.keys(known.properties ?? {}).length > 0)
    return (
      <SchemaControls value={draw}>
        <SchemaForm schema={known} value={params} onChange={onChange} errors={errors} />
      </SchemaControls>
    );
  if (known.additionalProperties === false) return <p className="muted">{t.no_params}</p>;
  return (
    <Stack>
      <TemplatedControl
        label="params"
        schema={{}}
        path=""
        value={params}
        isRequired={false}
        error={errors['']}
        groups={groups}
        set={(value) => onChange(asSchema(value) ?? {})}
      />
    </Stack>
  );
}
