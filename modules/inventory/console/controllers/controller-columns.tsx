import {
  type Column,
  type RowOf,
  SiteLink,
  Time,
  useRead,
  useSiteNames,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { ControllerStatus } from './controller-status.tsx';
import { texts } from './texts.ts';

export type ControllerRow = RowOf<'/controllers'>;

/** Vendors come and go with modules only. */
const FRESH_MS = 300_000;

/** Finds the title of a vendor by its id. */
export function useVendorTitles(): (vendor: string) => string {
  const { data } = useRead('/controllers/vendors', {}, { freshMs: FRESH_MS });
  return (vendor) => data?.vendors.find(({ id }) => id === vendor)?.title ?? vendor;
}

/** Columns of every list of controllers; the site is left out where all are of one. */
export function useControllerColumns({
  hasSite,
}: {
  readonly hasSite: boolean;
}): readonly Column<ControllerRow>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const siteName = useSiteNames();
  const vendorTitle = useVendorTitles();
  const site: Column<ControllerRow> = {
    id: 'site',
    title: w.site,
    cell: ({ site_id }) => <SiteLink site_id={site_id} />,
    text: ({ site_id }) => siteName(site_id) ?? site_id,
  };
  return [
    { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
    {
      id: 'status',
      title: w.status,
      sort: 'status',
      cell: ({ status }) => <ControllerStatus status={status} />,
      text: ({ status }) => status,
    },
    {
      id: 'vendor',
      title: t.vendor,
      sort: 'vendor',
      cell: ({ vendor }) => vendorTitle(vendor),
      text: ({ vendor }) => vendor,
    },
    ...(hasSite ? [site] : []),
    {
      id: 'url',
      title: t.address,
      cell: ({ url }) => <span className="mono">{url}</span>,
      text: ({ url }) => url,
    },
    { id: 'model', title: t.model, cell: ({ model }) => model, text: ({ model }) => model },
    { id: 'version', title: t.version, cell: ({ version }) => version, text: ({ version }) => version },
    {
      id: 'last_sync',
      title: t.last_sync,
      cell: ({ last_sync_at }) => <Time at={last_sync_at} />,
      text: ({ last_sync_at }) => last_sync_at,
    },
  ];
}
