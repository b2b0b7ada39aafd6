import { moduleConfig } from '@patchbay/kernel/modules';
import Type from 'typebox';

export const OrganizationsConfig = Type.Object({
  /** Holds organizations to their quotas (SPEC 9); off, nothing is counted and nothing waits. */
  ENFORCE_ORG_QUOTAS: Type.Boolean({ default: false }),
});

export const ORGANIZATIONS_CONFIG = moduleConfig('organizations', OrganizationsConfig);
