import type { ErrorDetail } from '@patchbay/kernel/errors';

/** Finding of a check on a draft. Warnings are shown and do not refuse the save. */
export interface Finding extends ErrorDetail {
  readonly severity: 'error' | 'warning';
}

export const fault = (field: string, type: string, message: string): Finding => ({
  field,
  type,
  message,
  severity: 'error',
});

export const warning = (field: string, type: string, message: string): Finding => ({
  ...fault(field, type, message),
  severity: 'warning',
});
