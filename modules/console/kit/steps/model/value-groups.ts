import { fieldsOf, fieldsOfAll, fieldsOfValue, type SchemaField } from './schema-fields.ts';

/** A value that a template can take. */
export interface PickedValue {
  /** Path of the template: `trigger.device_id`. */
  readonly path: string;
  /** Path within its group; '' for the whole. */
  readonly label: string;
  readonly type: string;
  readonly description: string;
  readonly isCertain: boolean;
}

/** Values of the event, or of one earlier step. */
export interface ValueGroup {
  readonly id: string;
  readonly title: string;
  readonly values: readonly PickedValue[];
}

/** An earlier step, as far as its output is known. */
export interface SourceStep {
  readonly title: string;
  /** It stages a change, and its output names that. */
  readonly isWrite: boolean;
  /** Null when the catalog does not describe it. */
  readonly output_schema: unknown;
  /** An output that was seen in a run; undefined without one. */
  readonly seen: unknown;
  readonly produces: readonly string[];
}

const STAGED = {
  type: 'object',
  required: ['change_id', 'feature'],
  properties: { change_id: { type: 'string' }, feature: { type: 'string' } },
};

const picked = (root: string, { path, type, description, isCertain }: SchemaField): PickedValue => ({
  path: path === '' ? root : `${root}.${path}`,
  label: path,
  type,
  description,
  isCertain,
});

const whole = (root: string, label: string, type: string, isCertain = true): PickedValue => ({
  path: root,
  label,
  type,
  description: '',
  isCertain,
});

/** Values of the event that starts a run. */
export const triggerGroup = (title: string, payload_schemas: readonly unknown[]): ValueGroup => ({
  id: 'trigger',
  title,
  values: [
    ...fieldsOfAll(payload_schemas).map((field) => picked('trigger', field)),
    whole('trigger', '', 'object'),
  ],
});

/** Values that a step leaves to those after it. */
export function stepGroup(step: SourceStep, index: number): ValueGroup {
  const root = `steps.${index}`;
  const output = `${root}.output`;
  const fields = outputFields(step).map((field) => ({
    ...picked(output, field),
    label: `output.${field.path}`,
  }));
  return {
    id: root,
    title: step.title,
    values: [
      ...fields,
      whole(output, 'output', fields.length > 0 ? 'object' : ''),
      whole(`${root}.success`, 'success', 'boolean'),
      ...(step.produces.length === 0
        ? []
        : [
            whole(`${root}.artifact.media_type`, 'artifact.media_type', 'string'),
            whole(`${root}.artifact.size`, 'artifact.size', 'integer'),
          ]),
    ],
  };
}

function outputFields({ isWrite, output_schema, seen }: SourceStep): readonly SchemaField[] {
  if (isWrite) return fieldsOf(STAGED);
  const described = fieldsOf(output_schema);
  return described.length > 0 ? described : fieldsOfValue(seen);
}

/** Groups with the values that hold a text; a group without any is left out. */
export function narrowed(groups: readonly ValueGroup[], search: string): readonly ValueGroup[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return groups;
  return groups.flatMap((group) => {
    const values = group.values.filter(({ path, description }) =>
      `${path}\n${description}`.toLowerCase().includes(wanted),
    );
    return values.length === 0 ? [] : [{ ...group, values }];
  });
}

/** Whether a text can be the path of a template, for values that no schema tells of. */
export const isTemplatePath = (text: string): boolean =>
  /^(trigger|steps\.\d+)(\.[^\s.{}]+)*$/.test(text.trim());
