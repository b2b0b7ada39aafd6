import { contribute } from '@patchbay/kernel/extension';
import { SEALED_COLUMNS } from '@patchbay/kernel/secrets';
import { SECOND_FACTORS } from '../contract.ts';
import * as errorList from '../errors/mfa.ts';
import * as ownRoutes from '../routes/mfa.ts';
import * as stepRoutes from '../routes/second-step.ts';
import { totpKind } from '../services/mfa/totp-kind.ts';

/** Second factors, for the module's declaration. */
export const errors = Object.values(errorList);
export const routes = [ownRoutes, stepRoutes].flatMap((each) => Object.values(each));
export const contributes = [
  ...contribute(SECOND_FACTORS, totpKind),
  ...contribute(SEALED_COLUMNS, { table: 'totp_factors', column: 'secret' }),
];
