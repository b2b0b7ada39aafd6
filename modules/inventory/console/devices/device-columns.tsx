import {
  Badge,
  type Column,
  ControllerLink,
  Row,
  type RowOf,
  SiteLink,
  Time,
  useControllerNames,
  useSiteNames,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { DeviceStatus } from './device-status.tsx';
import { texts } from './texts.ts';

export type DeviceRow = RowOf<'/devices'>;

/** Columns of every list of devices; what all rows have in common is left out. */
export function useDeviceColumns({
  without = [],
}: {
  readonly without?: readonly ('site' | 'controller')[];
} = {}): readonly Column<DeviceRow>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const siteName = useSiteNames();
  const controllerName = useControllerNames();
  const columns: readonly Column<DeviceRow>[] = [
    { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
    {
      id: 'status',
      title: w.status,
      sort: 'status',
      cell: ({ status }) => <DeviceStatus status={status} />,
      text: ({ status }) => status,
    },
    { id: 'kind', title: t.kind, sort: 'kind', cell: ({ kind }) => kind, text: ({ kind }) => kind },
    {
      id: 'ip',
      title: t.address,
      sort: 'ip',
      cell: ({ ip }) => <span className="mono">{ip}</span>,
      text: ({ ip }) => ip,
    },
    {
      id: 'mac',
      title: t.mac,
      cell: ({ mac }) => <span className="mono">{mac}</span>,
      text: ({ mac }) => mac,
    },
    { id: 'model', title: t.model, cell: ({ model }) => model, text: ({ model }) => model },
    { id: 'firmware', title: t.firmware, cell: ({ firmware }) => firmware, text: ({ firmware }) => firmware },
    {
      id: 'site',
      title: w.site,
      cell: ({ site_id }) => <SiteLink site_id={site_id} />,
      text: ({ site_id }) => siteName(site_id) ?? site_id,
    },
    {
      id: 'controller',
      title: w.controller,
      cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
      text: ({ controller_id }) => controllerName(controller_id) ?? controller_id,
    },
    {
      id: 'tags',
      title: t.tags,
      cell: ({ tags }) => (
        <Row>
          {tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
        </Row>
      ),
      text: ({ tags }) => tags.join(' '),
    },
    {
      id: 'last_seen',
      title: t.last_seen,
      cell: ({ last_seen_at }) => <Time at={last_seen_at} />,
      text: ({ last_seen_at }) => last_seen_at,
    },
  ];
  return columns.filter(({ id }) => !without.some((each) => each === id));
}
