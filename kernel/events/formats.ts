import type { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';

/** The usual string formats, checked (uuid, date-time, uri …). */
export function addFormats(ajv: Ajv2020): Ajv2020 {
  const plugin = 'default' in ajvFormats ? ajvFormats.default : ajvFormats;
  (plugin as (target: Ajv2020) => void)(ajv);
  return ajv;
}
