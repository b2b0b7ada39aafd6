/** Columns that replies show; `deleted_at` is not among them. */
export const COLUMNS = [
  'id',
  'organization_id',
  'site_id', // only: site
  'name',
  'description',
  'created_by', // only: listener
  'created_at',
  'updated_at',
] as const;
