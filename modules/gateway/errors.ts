import { defineError } from '@patchbay/kernel/errors';
import { adapterErrors } from './contract.ts';

export const unknownVendor = defineError({
  id: 'gateway.unknown_vendor',
  kind: 'invalid',
  message: 'No gateway vendor has this identifier.',
});

/** An id in the path that is no UUID (SPEC 7); judged after the family, since other paths have the same shape. */
export const malformedId = defineError({
  id: 'gateway.malformed_id',
  kind: 'invalid',
  message: 'An identifier in the path is not a UUID.',
});

export const gatewayErrors = [unknownVendor, malformedId, ...Object.values(adapterErrors)];
