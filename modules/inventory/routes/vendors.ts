import { route } from '@patchbay/kernel/http';
import { VENDORS, type Vendor } from '@patchbay/vendor-kit';
import { VendorsReply } from '../schemas/vendors.ts';

export const listVendors = route({
  id: 'controllers.vendors',
  method: 'GET',
  path: '/controllers/vendors',
  summary: 'Makers of controllers that can be registered, and where their features are reached',
  access: { permission: 'controller:read' },
  reply: VendorsReply,
  deps: { vendors: VENDORS.all },
  handle: ({ deps }) => ({ vendors: deps.vendors.values.map(viewOf).sort(byTitle) }),
});

const viewOf = ({ id, title, routing, areas }: Vendor) => ({
  id,
  title,
  site_scoped: routing.kind === 'site_scoped',
  families: routing.kind === 'site_scoped' ? [] : [...routing.families],
  areas: [...areas],
});

const byTitle = (one: { readonly title: string }, other: { readonly title: string }): number =>
  one.title < other.title ? -1 : 1;
