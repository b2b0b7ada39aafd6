import {
  ActionButton,
  Notice,
  Page,
  Row,
  StatusBadge,
  Tabs,
  type Tagged,
  useGo,
  usePathParameter,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { EnabledSwitch } from './enabled-switch.tsx';
import type { Plugin } from './plugin.ts';
import { PluginLogs } from './plugin-logs.tsx';
import { PluginOffers } from './plugin-offers.tsx';
import { PluginOverview } from './plugin-overview.tsx';
import { texts } from './texts.ts';

export default function PluginPage() {
  const plugin_id = usePathParameter('plugin_id');
  const read = useTagged('/plugins/{plugin_id}', { path: { plugin_id } }, { live: ['plugins.**'] });
  return <WaitingFor read={read}>{(tagged) => <PluginDetails {...tagged} />}</WaitingFor>;
}

function PluginDetails({ data: plugin, etag }: Tagged<Plugin>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Page
      title={plugin.name}
      marks={<StatusBadge status={plugin.status} label={t[plugin.status]} />}
      summary={plugin.description}
      actions={<PluginActions data={plugin} etag={etag} />}
    >
      {plugin.status === 'quarantined' ? <Quarantine plugin={plugin} /> : null}
      <Tabs
        label={plugin.name}
        tabs={[
          { id: 'overview', title: w.overview, content: () => <PluginOverview plugin={plugin} /> },
          { id: 'offers', title: t.offers, content: () => <PluginOffers manifest={plugin.manifest} /> },
          { id: 'logs', title: t.logs, content: () => <PluginLogs plugin_id={plugin.id} /> },
        ]}
      />
    </Page>
  );
}

/** Why it was stopped, and the way out. */
function Quarantine({ plugin }: { readonly plugin: Plugin }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const release = useWrite('POST', '/plugins/{plugin_id}/release', { done: t.released });
  return (
    <Notice kind="bad" title={t.quarantine}>
      <p>{plugin.quarantine_reason}</p>
      <p className="muted">{t.quarantine_hint}</p>
      {mayCall('POST', '/plugins/{plugin_id}/release') ? (
        <div>
          <ActionButton
            confirm={{ title: t.release_question }}
            run={() => release.run({ path: { plugin_id: plugin.id } })}
          >
            {t.release}
          </ActionButton>
        </div>
      ) : null}
    </Notice>
  );
}

function PluginActions({ data: { id, name, enabled }, etag }: Tagged<Plugin>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const { mayCall } = useSession();
  const remove = useWrite('DELETE', '/plugins/{plugin_id}', {
    done: t.deleted,
    onDone: () => go('/plugins'),
  });
  return (
    <>
      <Row>
        <span aria-hidden="true">{t.enabled_here}</span>
        <EnabledSwitch plugin_id={id} name={name} isEnabled={enabled} etag={etag} />
      </Row>
      {mayCall('DELETE', '/plugins/{plugin_id}') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.delete_question(name), text: t.delete_hint }}
          run={() => remove.run({ path: { plugin_id: id } })}
        >
          {w.delete}
        </ActionButton>
      ) : null}
    </>
  );
}
