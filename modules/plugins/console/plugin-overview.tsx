import { Badge, Facts, Grid, Json, Panel, Time, UserLink, useTexts, words } from '@patchbay/console-kit';
import { PermissionList } from './permission-list.tsx';
import type { Plugin } from './plugin.ts';
import { texts } from './texts.ts';

/** Description, permissions and manifest of a plugin. */
export function PluginOverview({ plugin }: { readonly plugin: Plugin }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { signature, installed_by, manifest } = plugin;
  return (
    <div className="stack">
      <Grid size="half">
        <Panel title={t.about}>
          <Facts
            facts={[
              [t.id, <code key="id">{plugin.id}</code>],
              [t.version, plugin.version],
              [
                t.signature,
                <Badge key="signature" kind={signature === 'verified' ? 'good' : 'warning'}>
                  {t[signature]}
                </Badge>,
              ],
              [t.digest, <code key="digest">{plugin.digest}</code>],
              [t.installed_at, <Time key="installed" at={plugin.installed_at} form="full" />],
              [t.installed_by, <UserLink key="by" user_id={installed_by} />],
              [w.updated, <Time key="updated" at={plugin.updated_at} form="full" />],
            ]}
          />
        </Panel>
        <Panel title={t.permissions}>
          <PermissionList permissions={plugin.permissions} />
        </Panel>
      </Grid>
      <Panel title={t.manifest}>
        <Json label={`${t.manifest}: ${w.details}`} value={manifest} />
      </Panel>
    </div>
  );
}
