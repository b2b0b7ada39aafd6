import { useRead } from '@patchbay/console-kit';
import type { Feature, Vendor } from './place.ts';

const PER_PAGE = 100;
/** Features change with the modules only. */
const FRESH_MS = 300_000;

/** Features of a vendor, as many as two pages of the list hold; undefined until they are there. */
export function useFeatures(vendor: string) {
  const query = { vendor, per_page: PER_PAGE };
  const first = useRead('/changes/features', { query }, { freshMs: FRESH_MS });
  const hasMore = (first.data?.pages ?? 0) > 1;
  const second = useRead(
    '/changes/features',
    { query: { ...query, page: 2 } },
    { enabled: hasMore, freshMs: FRESH_MS },
  );
  const isThere = first.data !== undefined && (!hasMore || second.data !== undefined);
  const features: readonly Feature[] | undefined = isThere
    ? [...(first.data?.items ?? []), ...(second.data?.items ?? [])]
    : undefined;
  return { features, read: first };
}

/** The vendor as it is registered. */
export function useVendor(id: string): Vendor | undefined {
  const { data } = useRead('/controllers/vendors', {}, { freshMs: FRESH_MS });
  return data?.vendors.find((vendor) => vendor.id === id);
}
