import {
  Badge,
  Button,
  Page,
  ResourceList,
  Row,
  StatusBadge,
  Time,
  useGo,
  useSession,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EnabledSwitch } from './enabled-switch.tsx';
import { InstallDialog } from './install/install-dialog.tsx';
import { texts } from './texts.ts';

export default function PluginsPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const [isInstalling, setInstalling] = useState(false);
  const install = mayCall('POST', '/plugins') ? (
    <Button variant="primary" onPress={() => setInstalling(true)}>
      {t.install}
    </Button>
  ) : undefined;
  return (
    <Page title={t.plugins} summary={t.summary} actions={install}>
      <ResourceList
        path="/plugins"
        label={t.plugins}
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
          { id: 'id', title: t.id, sort: 'id', cell: ({ id }) => <code>{id}</code>, text: ({ id }) => id },
          { id: 'version', title: t.version, cell: ({ version }) => version, text: ({ version }) => version },
          {
            id: 'status',
            title: w.status,
            cell: ({ status, quarantine_reason }) => (
              <Row>
                <StatusBadge status={status} label={t[status]} />
                {quarantine_reason}
              </Row>
            ),
            text: ({ status }) => status,
          },
          {
            id: 'signature',
            title: t.signature,
            cell: ({ signature }) => (
              <Badge kind={signature === 'verified' ? 'good' : 'warning'}>{t[signature]}</Badge>
            ),
            text: ({ signature }) => signature,
          },
          {
            id: 'installed',
            title: t.installed_at,
            sort: 'installed_at',
            cell: ({ installed_at }) => <Time at={installed_at} />,
            text: ({ installed_at }) => installed_at,
          },
        ]}
        sort="name"
        rowHref={({ id }) => `/plugins/${id}`}
        nameOf={({ name }) => name}
        rowActions={({ id, name, enabled }) => (
          <EnabledSwitch plugin_id={id} name={name} isEnabled={enabled} />
        )}
        live={['plugins.**']}
        exportName="plugins"
        viewsOf="plugins"
        empty={{ title: t.empty, hint: t.empty_hint, action: install }}
      />
      {isInstalling ? (
        <InstallDialog
          onClose={() => setInstalling(false)}
          onInstalled={(id) => {
            setInstalling(false);
            go(`/plugins/${id}`);
          }}
        />
      ) : null}
    </Page>
  );
}
