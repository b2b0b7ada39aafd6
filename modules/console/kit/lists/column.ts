import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  cell(row: Row): ReactNode;
  /** Plain text for the CSV export; without it the column is left out there. */
  text?(row: Row): string | number | boolean | null | undefined;
  /** The field that the platform sorts by; only those a list declares. */
  readonly sort?: string;
  readonly align?: 'start' | 'end';
}

interface FilterBase {
  /** The key of the query. */
  readonly key: string;
  readonly label: string;
}

export type Filter =
  | (FilterBase & { readonly kind: 'choice'; readonly choices: readonly { value: string; label: string }[] })
  | (FilterBase & { readonly kind: 'text' | 'site' | 'controller' | 'user' | 'time' | 'switch' });

export interface BulkAction<Row> {
  readonly id: string;
  readonly label: string;
  readonly isDangerous?: boolean;
  /** Asked before, with the number of chosen rows. */
  readonly confirm?: (amount: number) => string;
  /** `false` keeps the rows chosen. */
  run(rows: readonly Row[]): Promise<unknown> | unknown;
}
