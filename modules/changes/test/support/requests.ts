import { PatchbayError } from '@patchbay/kernel/errors';
import type { StageInput } from '../../contract.ts';
import { CONTROLLER } from './rows.ts';

/** Two processes of one platform. */
export const FIRST = '01900000-0000-7000-8000-000000000001';
export const SECOND = '01900000-0000-7000-8000-000000000002';

export const force = { force: true } as const;

/** An update of the VLAN that every pretended device has. */
export const update = (facts: Partial<StageInput> = {}): StageInput => ({
  controller_id: CONTROLLER,
  feature: 'acme.vlan',
  operation: 'update',
  target_id: '*1',
  payload: { name: 'blue' },
  ...facts,
});

const idOf = (error: unknown): string => (error instanceof PatchbayError ? error.id : String(error));

/** The id of the error it was refused with; null when it was not. */
export const refused = async (work: Promise<unknown>): Promise<string | null> => work.then(() => null, idOf);
