import type { ErrorDetail } from '@patchbay/kernel/errors';

/** What a check says of a draft. Warnings are told and keep nothing from being saved. */
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
