import { rateTable } from '@patchbay/runs';

export const ConnectionRate = rateTable('connection_rates');
