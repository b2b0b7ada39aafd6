import { asClearableText, asText, column, type ImportRow } from '@patchbay/csv-import';
import Type from 'typebox';
import { SiteInput } from '../../schemas.ts';

const { name, slug, description, timezone, address } = SiteInput.properties;

/** Columns of a file of sites. */
export const siteColumns = {
  id: column(asText, Type.String({ format: 'uuid' })),
  name: column(asText, name),
  slug: column(asText, slug),
  description: column(asClearableText, description),
  timezone: column(asClearableText, timezone),
  address: column(asClearableText, address),
};

export type SiteRecord = ImportRow<typeof siteColumns>;
