import { type Database, sql, type UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { PluginManifest } from '@patchbay/plugins-sdk/package';
import { installRunning, tooManyPlugins, versionInstalled, versionOlder } from '../../errors.ts';
import type { PluginPreview, PluginReply } from '../../schemas.ts';
import { compareVersions } from './compare-versions.ts';
import type { InstalledPlugins } from './installed-plugins.ts';
import { pluginView, setEnablement } from './plugin-view.ts';
import { type CheckedPackage, checkPackage, type SignatureRule } from './read-package.ts';

/** As many as the sandbox holds. */
const MAX_PLUGINS = 200;

/** Installs and upgrades plugins from packages, one at a time: a package takes up to 100 MB while it is read. */
export class Installer extends Service<{
  database: Database;
  installed: Pick<InstalledPlugins, 'find' | 'changed'>;
  signatures: SignatureRule;
}> {
  #isBusy = false;

  /** Content of a package, for the consent. */
  async preview(zip: Buffer): Promise<PluginPreview> {
    const { manifest, digest, signature } = await this.#check(zip);
    const installed_version = this.parts.installed.find(manifest.id)?.version ?? null;
    return { id: manifest.id, version: manifest.version, installed_version, digest, signature, manifest };
  }

  /** Enabled at once for the organization that installs it first. */
  async install(principal: Principal, zip: Buffer): Promise<PluginReply> {
    const found = await this.#check(zip);
    const view = await this.parts.database.write(principal, async (work) => {
      await this.#store(work, found);
      return pluginView(work, found.manifest.id);
    });
    await this.parts.installed.changed();
    return view;
  }

  async #check(zip: Buffer): Promise<CheckedPackage> {
    if (this.#isBusy) throw installRunning();
    this.#isBusy = true;
    try {
      return await checkPackage(zip, this.parts.signatures);
    } finally {
      this.#isBusy = false;
    }
  }

  async #store(work: UnitOfWork, { manifest, code, digest, signature }: CheckedPackage): Promise<void> {
    const { id, name, version } = manifest;
    const { sql: db, principal } = work;
    const found = db.selectFrom('plugins').select('version').where('id', '=', id);
    const known = await found.forNoKeyUpdate().executeTakeFirst();
    const facts = {
      name,
      version,
      manifest: sql<PluginManifest>`${JSON.stringify(manifest)}::jsonb`,
      code,
      digest,
      signature,
      status: 'installed' as const,
      quarantine_reason: null,
      installed_by: principal.user_id,
      installed_at: sql<string>`now()`,
      updated_at: sql<string>`now()`,
    };
    if (known === undefined) {
      await assertRoom(work);
      const home_organization_id = work.organization_id;
      await db
        .insertInto('plugins')
        .values({ id, home_organization_id, ...facts })
        .execute();
      await setEnablement(work, id, true);
    } else {
      assertNewer(version, known.version);
      await db.updateTable('plugins').set(facts).where('id', '=', id).execute();
    }
    work.audit.record({
      action: known === undefined ? 'plugins.install' : 'plugins.upgrade',
      target_type: 'plugin',
      target_id: id,
      detail: { version, from: known?.version ?? null, digest, signature, permissions: manifest.permissions },
    });
  }
}

async function assertRoom({ sql: db }: UnitOfWork): Promise<void> {
  const counted = db.selectFrom('plugins').select((e) => e.fn.countAll<number>().as('total'));
  const { total } = await counted.executeTakeFirstOrThrow();
  if (total >= MAX_PLUGINS) throw tooManyPlugins();
}

function assertNewer(version: string, installed: string): void {
  const order = compareVersions(version, installed);
  if (order === 0) throw versionInstalled({ message: `Version ${version} is installed already.` });
  if (order < 0) throw versionOlder({ message: `Version ${installed} is installed, which is newer.` });
}
