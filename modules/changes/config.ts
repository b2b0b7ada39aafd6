import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const ChangesConfig = Type.Object({
  /** Limit of pending changes of one organization. */
  CHANGES_MAX_PENDING: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 10_000 }),
});

export const CHANGES_CONFIG = moduleConfig('changes', ChangesConfig);
