import type { Row } from '../config-tables.ts';
import type { Validations } from '../refusal.ts';
import type { Constraint, Leaves } from '../schema.ts';

const isEmpty = (text: string | undefined): boolean => text === undefined || text === '' || text === '0';

/** The constraints of the model files; one that another field refers to is checked for both, and told twice. */
export function checkConstraints(
  leaves: Leaves,
  row: Row,
  siblings: readonly Row[],
  problems: Validations,
): void {
  for (const [field, { constraints = [] }] of leaves) {
    for (const constraint of constraints) {
      const [other, number] = (constraint.reference ?? '').split('.');
      if (constraint.type !== undefined) check(field, constraint, row, siblings, problems);
      else if (other !== undefined) {
        const at = Number(number?.replace(/\D/g, '')) - 1;
        const meant = leaves.get(other)?.constraints?.filter(({ type }) => type !== undefined)[at];
        if (meant) check(other, meant, row, siblings, problems);
      }
    }
  }
}

function check(
  field: string,
  constraint: Constraint,
  row: Row,
  siblings: readonly Row[],
  problems: Validations,
): void {
  const value = row[field] ?? '';
  const others = constraint.addFields ?? [];
  switch (constraint.type) {
    case 'UniqueConstraint':
      if (value !== '' && isTaken([field, ...others], row, siblings, constraint.caseInsensitive === 'Y'))
        problems.add(field, 'The value of this field must be unique.');
      return;
    case 'SetIfConstraint':
      if (value === '' && (row[constraint.field ?? ''] ?? '') === (constraint.check ?? ''))
        problems.add(field, `The field ${field === 'server' ? 'IP address' : field} is required.`);
      return;
    case 'DependConstraint':
      if (!isEmpty(value) && others.some((other) => isEmpty(row[other])))
        problems.add(field, `This field depends on ${others.join(', ')}.`);
      return;
    case 'SingleSelectConstraint':
      if (!isEmpty(value) && others.some((other) => !isEmpty(row[other])))
        problems.add(field, 'Only one of these options can be chosen.');
      return;
  }
}

function isTaken(fields: readonly string[], row: Row, siblings: readonly Row[], foldsCase: boolean): boolean {
  const keyOf = (one: Row): string => {
    const key = fields.map((field) => one[field] ?? '').join('\n');
    return foldsCase ? key.toLowerCase() : key;
  };
  const key = keyOf(row);
  return siblings.some((other) => other['uuid'] !== row['uuid'] && keyOf(other) === key);
}
