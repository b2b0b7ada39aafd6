import { type ExtensionPoint, extensionPoint } from '../../extension/index.ts';

/**
 * A text column that holds envelopes of `SecretBox.seal`, null where there is no secret. A change of SECRET_KEY
 * seals all of them again; one that is not declared would become unreadable once the former key is dropped.
 */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Column of the row's own id. Default `id`. */
  readonly id_column?: string;
  /** Column of the organization in the envelope's place. Default `organization_id`; null for rows of the platform. */
  readonly organization_column?: string | null;
  /** Row the envelope was sealed for, if that is another: its table, and the column here that names it. */
  readonly sealed_for?: { readonly table: string; readonly row_id_column: string };
}

/** `contributes: [...contribute(SEALED_COLUMNS, { table: 'credentials', column: 'secret' })]` */
export const SEALED_COLUMNS: ExtensionPoint<SealedColumn> = extensionPoint('kernel.sealed-columns');
