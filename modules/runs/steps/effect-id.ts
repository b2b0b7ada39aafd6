import { v5 as uuidv5 } from 'uuid';

const NAMESPACE = '6f2b1c9e-6d0a-5a55-9c4e-1f6f0c7b8f11';

/** The same for every try of one step of one run, so that receivers recognise a repetition. */
export const effectId = (run_id: string, step: number): string => uuidv5(`${run_id}/${step}`, NAMESPACE);
