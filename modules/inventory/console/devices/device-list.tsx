import { LinkButton, ResourceList, useSession, useTexts, words } from '@patchbay/console-kit';
import { useState } from 'react';
import { BulkSet } from './bulk-set.tsx';
import { type DeviceRow, useDeviceColumns } from './device-columns.tsx';
import { texts } from './texts.ts';

export interface DeviceListProps {
  /** Narrows the list to a site or a controller. */
  readonly of?: { readonly site_id: string } | { readonly controller_id: string };
  readonly prefix?: string;
}

/** Devices, of one place or of all; fields of several are set at once. */
export function DeviceList({ of, prefix = '' }: DeviceListProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const mayBulk = useSession().mayCall('POST', '/devices/bulk');
  const [chosen, choose] = useState<readonly DeviceRow[] | null>(null);
  const isOfSite = of !== undefined && 'site_id' in of;
  const isOfController = of !== undefined && 'controller_id' in of;
  const columns = useDeviceColumns({
    without: isOfController ? ['controller'] : isOfSite ? ['site'] : [],
  });
  return (
    <>
      <ResourceList
        path="/devices"
        label={t.devices}
        columns={columns}
        filters={[
          {
            kind: 'choice',
            key: 'status',
            label: w.status,
            choices: [
              { value: 'online', label: t.online },
              { value: 'offline', label: t.offline },
            ],
          },
          { kind: 'text', key: 'kind', label: t.kind },
          { kind: 'text', key: 'tag', label: t.tag },
          ...(of === undefined
            ? ([
                { kind: 'site', key: 'site_id', label: w.site },
                { kind: 'controller', key: 'controller_id', label: w.controller },
              ] as const)
            : []),
        ]}
        {...(of === undefined ? {} : { query: { ...of } })}
        sort="name"
        perPage={100}
        prefix={prefix}
        rowHref={({ id }) => `/devices/${id}`}
        nameOf={({ name }) => name}
        bulk={
          mayBulk
            ? [
                {
                  id: 'set',
                  label: t.bulk_set,
                  run: (rows) => {
                    choose(rows);
                    return false;
                  },
                },
              ]
            : []
        }
        live={['device.**']}
        exportName="devices"
        {...(of === undefined ? { viewsOf: 'inventory/devices' } : {})}
        empty={{
          title: t.empty,
          hint: t.empty_hint,
          ...(of === undefined
            ? { action: <LinkButton to="/controllers">{t.add_controller}</LinkButton> }
            : {}),
        }}
      />
      {chosen === null ? null : <BulkSet devices={chosen} isOpen onClose={() => choose(null)} />}
    </>
  );
}
