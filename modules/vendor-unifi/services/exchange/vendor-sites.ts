import { notSent, type VendorValue } from '@patchbay/vendor-kit';
import Type from 'typebox';
import { type Behaviour, objectIdOf, textOf, type UnifiAccess } from '../behaviours/behaviour.ts';
import type { UnifiFeature } from '../writes/features.ts';
import { emptyPayload, payload, words } from '../writes/payloads.ts';
import { rowsOf } from './answers.ts';
import { beforeWrite } from './failures.ts';
import { checkedSite } from './vendor-site.ts';

const commands = { create: 'add-site', update: 'update-site', delete: 'delete-site' } as const;
const description = Type.String({ minLength: 1, maxLength: 128 });

/** The sites of the controller itself; `desc` is the name people see, `name` the one paths carry. */
export function vendorSites(feature: UnifiFeature): Behaviour {
  const path = feature.calls.create?.path ?? '';
  const find = async (access: UnifiAccess, id: string | null): Promise<VendorValue | null> =>
    id === null ? null : ((await access.sites()).find(({ _id }) => _id === id) ?? null);
  const existing = async (access: UnifiAccess, id: string | null): Promise<VendorValue> => {
    const site = await beforeWrite(find(access, objectIdOf(id)));
    if (site === null) throw notSent('There is no such site.', 'adapter_not_found');
    return site;
  };
  const send = (access: UnifiAccess, body: VendorValue, reference?: string) =>
    access.call({ method: 'POST', base: 'C', path, body, ...(reference === undefined ? {} : { reference }) });
  return {
    payload: (operation) =>
      operation === 'delete'
        ? emptyPayload
        : payload({ cmd: words(commands[operation]), desc: description }, ['desc']),
    find,
    list: (access) => access.sites(),
    async apply(access, { operation, target_id, payload: { desc } }) {
      const cmd = commands[operation];
      if (operation === 'create') {
        const [made] = rowsOf(await send(access, { cmd, desc }));
        return { target_id: textOf(made?.['_id']) };
      }
      const site = await existing(access, target_id);
      if (operation === 'delete') await send(access, { cmd, site: site['_id'] });
      else {
        const { reference } = checkedSite({ id: null, reference: String(site['name']), name: '' });
        await send(access, { cmd, desc }, reference);
      }
      return { target_id };
    },
    async verify(access, { operation, payload: { desc } }, { target_id }) {
      const value = await find(access, target_id);
      if (operation === 'delete')
        return value === null
          ? { holds: true, value }
          : { holds: false, value, mismatch: 'The site is still there.' };
      return value?.['desc'] === desc
        ? { holds: true, value }
        : { holds: false, value, mismatch: 'Not as sent: desc.' };
    },
    shown: ({ _id, name, desc }) => ({ _id, name, desc }),
    identify: (value) => textOf(value['_id']),
  };
}
