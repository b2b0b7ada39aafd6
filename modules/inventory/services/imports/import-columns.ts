import {
  asClearableText,
  asFields,
  asFlag,
  asList,
  asText,
  column,
  type ImportRow,
} from '@patchbay/csv-import';
import Type from 'typebox';
import { ControllerInput } from '../../schemas/controllers.ts';
import { DevicePatch } from '../../schemas/devices.ts';

const Id = Type.String({ format: 'uuid' });
const Word = Type.String({ maxLength: 200 });
const Mac = Type.String({ pattern: '^[0-9A-Fa-f]{2}(?:[:.-]?[0-9A-Fa-f]{2}){5}$' });

const { name, vendor, url, tls, allow_plaintext } = ControllerInput.properties;

/** Columns of a file of controllers. `site` is an id or a slug, `credential` an id or a name. */
export const controllerColumns = {
  id: column(asText, Id),
  name: column(asText, name),
  site: column(asText, Word),
  vendor: column(asText, vendor),
  url: column(asText, url),
  credential: column(asText, Word),
  tls_verify: column(asFlag, tls.properties.verify),
  tls_fingerprint: column(asText, tls.properties.fingerprint),
  tls_pin_on_first_use: column(asFlag, tls.properties.pin_on_first_use),
  allow_plaintext: column(asFlag, allow_plaintext),
};

export type ControllerRecord = ImportRow<typeof controllerColumns>;

const { kind, tags, notes, location, custom_fields } = DevicePatch.properties;

/** Columns of a file of devices: the first three say which device, as `name` and `site` do without them. */
export const deviceColumns = {
  id: column(asText, Id),
  mac: column(asText, Mac),
  serial: column(asText, Type.String({ maxLength: 300 })),
  name: column(asText, DevicePatch.properties.name),
  site: column(asText, Word),
  kind: column(asText, kind),
  tags: column(asList, tags),
  notes: column(asClearableText, notes),
  location: column(asClearableText, location),
  custom_fields: column(asFields, custom_fields),
};

export type DeviceRecord = ImportRow<typeof deviceColumns>;
