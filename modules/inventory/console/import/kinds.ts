import type { ReplyOf } from '@patchbay/client';

export const KINDS = ['sites', 'controllers', 'devices'] as const;
export type Kind = (typeof KINDS)[number];

export type ImportReply = ReplyOf<'POST', '/sites/import'>;
export type DryRun = Extract<ImportReply, { readonly dry_run: true }>;
export type Imported = Extract<ImportReply, { readonly dry_run: false }>;
export type Fault = DryRun['errors'][number];

interface KindFacts {
  readonly path: '/sites/import' | '/controllers/import' | '/devices/import';
  readonly columns: readonly string[];
  /** One record that shows how the columns are written. */
  readonly example: readonly string[];
}

/** Columns as the routes take them; the platform refuses any other. */
export const FACTS: Readonly<Record<Kind, KindFacts>> = {
  sites: {
    path: '/sites/import',
    columns: ['id', 'name', 'slug', 'description', 'timezone', 'address'],
    example: ['', 'Harbour', 'harbour', 'Warehouse and office', 'Europe/Berlin', 'Pier 4'],
  },
  controllers: {
    path: '/controllers/import',
    columns: [
      'id',
      'name',
      'site',
      'vendor',
      'url',
      'credential',
      'tls_verify',
      'tls_fingerprint',
      'tls_pin_on_first_use',
      'allow_plaintext',
    ],
    example: [
      '',
      'Core router',
      'harbour',
      'mikrotik',
      'https://192.0.2.7',
      'Core routers',
      'false',
      '',
      'true',
      '',
    ],
  },
  devices: {
    path: '/devices/import',
    columns: ['id', 'mac', 'serial', 'name', 'site', 'kind', 'tags', 'notes', 'location', 'custom_fields'],
    example: ['', '02:00:5e:10:00:01', '', '', '', '', 'core;leased', '', 'Rack A4', '{"rack":"A4"}'],
  },
};

export const isKind = (text: string): text is Kind => KINDS.some((kind) => kind === text);

/** Faults of a refused import, as a dry run would list them: `rows.4.timezone`. */
export function faultsOf(
  details: readonly { readonly field: string; readonly message: string; readonly type: string }[],
): readonly Fault[] {
  return details.flatMap(({ field, message, type }) => {
    const [, row, column] = /^rows\.(\d+)(?:\.(.+))?$/.exec(field) ?? [];
    return row === undefined ? [] : [{ row: Number(row), column: column ?? null, message, type }];
  });
}
