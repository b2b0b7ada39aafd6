import { useRead } from '@patchbay/console-kit';
import { useMemo } from 'react';
import { type Catalog, catalogOf, EMPTY_CATALOG } from './catalog.ts';

/** The catalog of the organization; empty until it is read. */
export function useCatalog(): Catalog {
  const { data } = useRead('/fabric/catalog', {}, { live: ['system.module.switched', 'plugins.**'] });
  return useMemo(() => (data === undefined ? EMPTY_CATALOG : catalogOf(data)), [data]);
}
