import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const ChangesConfig = Type.Object({
  /** How many changes of one organization may be pending at a time. */
  CHANGES_MAX_PENDING: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 10_000 }),
});

export const CHANGES_CONFIG = moduleConfig('changes', ChangesConfig);
