import {
  Badge,
  type BadgeKind,
  type Column,
  ControllerLink,
  type Filter,
  ResourceList,
  type RowOf,
  SiteLink,
  useSiteNames,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

export type Tunnel = RowOf<'/vpn/tunnels'>;

const PROTOCOLS = ['wireguard', 'ipsec', 'openvpn', 'l2tp', 'gre', 'other'] as const;
const ROLES = ['site_to_site', 'server', 'client', 'peer'] as const;
const STATUSES = ['up', 'down', 'disabled', 'unknown'] as const;
const KINDS: Readonly<Record<Tunnel['status'], BadgeKind>> = {
  up: 'good',
  down: 'bad',
  disabled: 'neutral',
  unknown: 'warning',
};

export function TunnelStatus({ status }: { readonly status: Tunnel['status'] }) {
  const t = useTexts(texts);
  return <Badge kind={KINDS[status]}>{t[status]}</Badge>;
}

/** Tunnels of all controllers, or of one. */
export function TunnelList({ controller_id }: { readonly controller_id?: string }) {
  const t = useTexts(texts);
  return (
    <ResourceList
      path="/vpn/tunnels"
      label={t.tunnels}
      columns={useColumns()}
      filters={useFilters(controller_id === undefined)}
      {...(controller_id === undefined
        ? { viewsOf: 'vpn/tunnels' }
        : { query: { controller_id }, prefix: 'tunnels_' })}
      sort="name"
      rowHref={({ id }) => `/tunnels/${id}`}
      nameOf={({ name }) => name}
      live={['vpn.tunnel.up', 'vpn.tunnel.down', 'gateway.sync.completed']}
      exportName="tunnels"
      empty={{ title: t.empty, hint: t.empty_hint }}
    />
  );
}

function useFilters(hasPlace: boolean): readonly Filter[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    {
      kind: 'choice',
      key: 'status',
      label: w.status,
      choices: STATUSES.map((value) => ({ value, label: t[value] })),
    },
    {
      kind: 'choice',
      key: 'protocol',
      label: t.protocol,
      choices: PROTOCOLS.map((value) => ({ value, label: value === 'other' ? t.other : value })),
    },
    {
      kind: 'choice',
      key: 'role',
      label: t.role,
      choices: ROLES.map((value) => ({ value, label: t[value] })),
    },
    ...(hasPlace
      ? ([
          { kind: 'site', key: 'site_id', label: w.site },
          { kind: 'controller', key: 'controller_id', label: w.controller },
        ] as const)
      : []),
  ];
}

function useColumns(): readonly Column<Tunnel>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const siteName = useSiteNames();
  return [
    { id: 'name', title: w.name, sort: 'name', cell: ({ name, id }) => name || id, text: ({ name }) => name },
    {
      id: 'status',
      title: w.status,
      sort: 'status',
      cell: ({ status }) => <TunnelStatus status={status} />,
      text: ({ status }) => status,
    },
    {
      id: 'protocol',
      title: t.protocol,
      sort: 'protocol',
      cell: ({ protocol }) => protocol,
      text: ({ protocol }) => protocol,
    },
    { id: 'role', title: t.role, cell: ({ role }) => t[role], text: ({ role }) => role },
    {
      id: 'local',
      title: t.local,
      cell: ({ local }) => <span className="mono">{local}</span>,
      text: ({ local }) => local,
    },
    {
      id: 'remote',
      title: t.remote,
      cell: ({ remote }) => <span className="mono">{remote}</span>,
      text: ({ remote }) => remote,
    },
    { id: 'peers', title: t.peers, align: 'end', cell: ({ peers }) => peers, text: ({ peers }) => peers },
    {
      id: 'controller',
      title: w.controller,
      sort: 'controller_name',
      cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
      text: ({ controller_name }) => controller_name,
    },
    {
      id: 'site',
      title: w.site,
      cell: ({ site_id }) => <SiteLink site_id={site_id} />,
      text: ({ site_id }) => siteName(site_id) ?? site_id,
    },
  ];
}
