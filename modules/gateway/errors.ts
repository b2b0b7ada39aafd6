import { defineError } from '@patchbay/kernel/errors';
import { adapterErrors } from './contract.ts';

export const unknownVendor = defineError({
  id: 'gateway.unknown_vendor',
  kind: 'invalid',
  message: 'No gateway vendor has this identifier.',
});

export const gatewayErrors = [unknownVendor, ...Object.values(adapterErrors)];
