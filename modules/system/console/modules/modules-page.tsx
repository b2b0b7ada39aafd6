import { Badge, Page, ResourceList, Row, useTexts, words } from '@patchbay/console-kit';
import { ModuleSwitch } from './module-switch.tsx';
import { texts } from './texts.ts';

export default function ModulesPage() {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Page title={t.modules} summary={t.summary}>
      <ResourceList
        path="/modules"
        label={t.modules}
        columns={[
          {
            id: 'title',
            title: w.name,
            sort: 'title',
            cell: ({ title }) => title,
            text: ({ title }) => title,
          },
          { id: 'id', title: t.id, sort: 'id', cell: ({ id }) => <code>{id}</code>, text: ({ id }) => id },
          {
            id: 'status',
            title: w.status,
            cell: ({ status, enabled, critical }) => (
              <Row>
                <Badge kind={enabled ? 'good' : 'neutral'}>{enabled ? t.on : t.off}</Badge>
                {status === 'available' ? null : <Badge>{status === 'beta' ? t.beta : t.barred}</Badge>}
                {critical ? <Badge kind="accent">{t.critical}</Badge> : null}
              </Row>
            ),
            text: ({ enabled }) => enabled,
          },
          {
            id: 'health',
            title: t.health,
            cell: ({ health }) => <Badge kind={health === 'healthy' ? 'good' : 'bad'}>{t[health]}</Badge>,
            text: ({ health }) => health,
          },
          {
            id: 'required_by',
            title: t.required_by,
            cell: ({ required_by }) => required_by.join(', '),
            text: ({ required_by }) => required_by.join(' '),
          },
          {
            id: 'prefixes',
            title: t.prefixes,
            cell: ({ prefixes }) => <code>{prefixes.join(' ')}</code>,
            text: ({ prefixes }) => prefixes.join(' '),
          },
          { id: 'version', title: t.version, cell: ({ version }) => version, text: ({ version }) => version },
        ]}
        sort="title"
        perPage={100}
        nameOf={({ title }) => title}
        rowActions={(module) => <ModuleSwitch module={module} />}
        live={['system.module.switched']}
        everyMs={20_000}
        exportName="modules"
        empty={{ title: t.empty }}
      />
    </Page>
  );
}
