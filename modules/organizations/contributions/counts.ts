import { contribute } from '@patchbay/kernel/extension';
import { ORGANIZATION_COUNTS, rowCount } from '../contract.ts';

/** The module's own numbers on the dashboard. */
export const ownCounts = contribute(ORGANIZATION_COUNTS, rowCount('sites'), rowCount('users'));
