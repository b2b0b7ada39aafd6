import { forbidden, validationFailed } from '@patchbay/kernel/errors';
import { FORBIDDEN } from './draft-check.ts';
import type { Finding } from './finding.ts';

/** Answers the findings when all are warnings; throws for anything worse. */
export function assertSaveable(findings: Finding[]): Finding[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const faults = errors.filter(({ type }) => type !== FORBIDDEN);
  if (faults.length > 0) throw validationFailed({ details: faults.map(detailOf) });
  const [refusal] = errors;
  if (refusal) throw forbidden({ message: `Not allowed: ${refusal.field}: ${refusal.message}.` });
  return findings;
}

const detailOf = ({ field, message, type }: Finding) => ({ field, message, type });
