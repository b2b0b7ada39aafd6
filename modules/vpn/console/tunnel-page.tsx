import {
  ControllerLink,
  Facts,
  LinkButton,
  Notice,
  Page,
  Panel,
  SiteLink,
  Time,
  usePathParameter,
  useRead,
  useTexts,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';
import { type Tunnel, TunnelStatus } from './tunnel-list.tsx';

export default function TunnelPage() {
  const tunnel_id = usePathParameter('tunnel_id');
  const read = useRead(
    '/vpn/tunnels/{tunnel_id}',
    { path: { tunnel_id } },
    { live: ['vpn.tunnel.up', 'vpn.tunnel.down', 'gateway.sync.completed'] },
  );
  return <WaitingFor read={read}>{(tunnel) => <TunnelDetails tunnel={tunnel} />}</WaitingFor>;
}

const Networks = ({ list }: { readonly list: readonly string[] }) => (
  <span className="mono">{list.join(', ') || '–'}</span>
);

function TunnelDetails({ tunnel }: { readonly tunnel: Tunnel }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { controller_id, feature, target_id } = tunnel;
  return (
    <Page
      title={tunnel.name || tunnel.id}
      marks={<TunnelStatus status={tunnel.status} />}
      actions={
        <LinkButton to={`/controllers/${controller_id}`} search={{ tab: 'gear', feature, object: target_id }}>
          {t.open}
        </LinkButton>
      }
    >
      {tunnel.gap === null ? null : (
        <Notice kind="warning" title={t.gap}>
          <p>{tunnel.gap}</p>
        </Notice>
      )}
      <Panel>
        <Facts
          facts={[
            [t.protocol, tunnel.protocol === 'other' ? t.other : tunnel.protocol],
            [t.role, t[tunnel.role]],
            [w.enabled, tunnel.enabled ? w.yes : w.no],
            [w.site, <SiteLink key="site" site_id={tunnel.site_id} />],
            [w.controller, <ControllerLink key="controller" controller_id={controller_id} />],
            [t.vendor, tunnel.vendor],
            [t.feature, <code key="feature">{feature}</code>],
            [t.local, tunnel.local],
            [t.remote, tunnel.remote],
            [t.local_networks, <Networks key="local" list={tunnel.local_networks} />],
            [t.remote_networks, <Networks key="remote" list={tunnel.remote_networks} />],
            [t.peers, tunnel.peers],
            [t.read_at, <Time key="read" at={tunnel.read_at} form="full" />],
          ]}
        />
      </Panel>
    </Page>
  );
}
