import type { Ajv2020 } from 'ajv/dist/2020.js';
import formatsModule from 'ajv-formats';
import { isEmail } from './email.ts';

/** Lets a compiler check the usual string formats (uuid, date-time, uri …). Returns the same compiler. */
export function addFormats(ajv: Ajv2020): Ajv2020 {
  formatsModule.default(ajv, { mode: 'full' });
  return ajv.addFormat('email', { type: 'string', validate: isEmail });
}
