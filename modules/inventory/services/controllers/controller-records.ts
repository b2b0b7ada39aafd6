import {
  type Database,
  jsonValue,
  type Page,
  type PageQuery,
  sql,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { assertSite, type Quotas } from '@patchbay/module-organizations/contract';
import type { Vendor } from '@patchbay/vendor-kit';
import type { Static } from 'typebox';
import type { ControllerFollower } from '../../contract.ts';
import type { ControllerTls } from '../../entities/controller.ts';
import { unknownVendor } from '../../errors.ts';
import type { ControllerInput, ControllerPatch, ControllerReply } from '../../schemas/controllers.ts';
import { useCredential } from '../credentials/credential-hosts.ts';
import { authorizeNaming } from '../credentials/naming.ts';
import { afterRegistration } from '../syncs/next-contact.ts';
import { type ControllerChange, changeControllers, holdControllers } from './change-controllers.ts';
import type { ControllerBulkheads } from './controller-bulkheads.ts';
import { controllerUrl } from './controller-url.ts';
import { type ControllerRow, controllers } from './controller-view.ts';
import { assertNotReadable } from './plaintext.ts';

type Reply = Static<typeof ControllerReply>;
type Input = Static<typeof ControllerInput>;
type Patch = Static<typeof ControllerPatch>;

/** Rows that one statement adds. */
const AT_ONCE = 200;

export interface ControllerListQuery extends PageQuery {
  readonly vendor?: string;
  readonly status?: string;
}

/** Controllers as records: registered, edited, removed. Nothing here contacts one. */
export class ControllerRecords extends Service<{
  database: Database;
  vendors: Contributions<Vendor>;
  bulkheads: ControllerBulkheads;
  permissions: PermissionMap;
  quotas: Quotas;
  followers: Contributions<ControllerFollower>;
}> {
  list(principal: Principal, query: ControllerListQuery): Promise<Page<Reply>> {
    return this.parts.database.read(principal, async (unit) => {
      const { site_id, vendor, status } = query;
      const page = await controllers.page(unit, query, {
        site_id,
        vendor: vendor || undefined,
        status: (status || undefined) as ControllerRow['status'] | undefined,
      });
      return { ...page, items: page.items.map(replyOf) };
    });
  }

  get(principal: Principal, id: string): Promise<Reply> {
    return this.parts.database.read(principal, async (unit) => replyOf(await controllers.get(unit, id)));
  }

  create(principal: Principal, input: Input): Promise<Reply> {
    const { vendor, credential_id = null, allow_plaintext = false } = input;
    authorizeNaming(this.parts.permissions, principal, credential_id);
    const url = controllerUrl(input.url);
    assertNotReadable({ url, allow_plaintext, credential_id });
    if (!this.isServed(vendor)) throw unknownVendor();
    return this.parts.database.write(principal, async (work) => {
      const { site_id } = input;
      await assertSite(work, site_id);
      if (credential_id !== null) await useCredential(work, credential_id, { url, site_id });
      await this.parts.quotas.assertRoom(work, 'controllers');
      const row = await controllers.add(work, newRow({ ...input, url }));
      noteCreated(work, row);
      return replyOf(row);
    });
  }

  /** Whether a module of this vendor is on. */
  isServed(vendor: string): boolean {
    return this.parts.vendors.values.some((each) => each.id === vendor);
  }

  /** For callers that checked their fields, sites and sign-ins, and that there is room. */
  async addAll(work: UnitOfWork, inputs: readonly Input[]): Promise<void> {
    const { organization_id } = work;
    for (let at = 0; at < inputs.length; at += AT_ONCE) {
      const rows = inputs.slice(at, at + AT_ONCE).map((input) => ({ ...newRow(input), organization_id }));
      await work.sql.insertInto('controllers').values(rows).execute();
      for (const row of rows) noteCreated(work, row);
    }
  }

  update(principal: Principal, id: string, patch: Patch, if_match: string | null): Promise<Reply> {
    authorizeNaming(this.parts.permissions, principal, patch.credential_id);
    const { url, ...rest } = patch;
    const address = url === undefined ? {} : { url: controllerUrl(url) };
    return this.parts.database.write(principal, async (work) => {
      const before = await controllers.hold(work, id, if_match);
      const [row = before] = await this.#change(work, [{ before, patch: { ...rest, ...address } }]);
      return replyOf(row);
    });
  }

  /** For callers that asked for the right to name sign-ins, and took addresses apart. */
  async changeAll(work: UnitOfWork, patches: ReadonlyMap<string, Patch>): Promise<void> {
    const held = await holdControllers(work, [...patches.keys()]);
    const changes = [...held.values()].map((before) => ({ before, patch: patches.get(before.id) ?? {} }));
    await this.#change(work, changes);
  }

  #change(work: UnitOfWork, changes: readonly ControllerChange[]): Promise<readonly ControllerRow[]> {
    const { followers, bulkheads } = this.parts;
    return changeControllers(work, changes, { followers: followers.values, bulkheads });
  }

  /** Its devices go with it; its kept objects are removed. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      const { name } = await controllers.hold(work, id);
      const { numUpdatedRows: devices } = await work.sql
        .updateTable('devices')
        .set({ deleted_at: sql<string>`now()` })
        .where('controller_id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      await work.sql.deleteFrom('controller_objects').where('controller_id', '=', id).execute();
      await controllers.remove(work, id);
      work.audit.record({
        action: 'controllers.delete',
        target_type: 'controller',
        target_id: id,
        detail: { name, devices: Number(devices) },
      });
      work.afterCommit(() => this.parts.bulkheads.reset(id));
    });
  }
}

const newRow = ({
  name,
  site_id,
  vendor,
  url,
  credential_id = null,
  tls = { verify: true },
  allow_plaintext = false,
}: Input) => ({
  id: newId(),
  site_id,
  vendor,
  name,
  url,
  credential_id,
  tls: jsonValue<ControllerTls>(tls),
  allow_plaintext,
  status: 'unknown' as const,
  capabilities: sql<readonly string[]>`'[]'::jsonb`,
  failures: 0,
  next_sync_at: sql<string>`now() + make_interval(secs => ${afterRegistration()}::float8)`,
});

type Registered = Pick<ControllerRow, 'id' | 'name' | 'vendor' | 'url' | 'site_id'>;

const noteCreated = (work: UnitOfWork, { id, name, vendor, url, site_id }: Registered): void =>
  work.audit.record({
    action: 'controllers.create',
    target_type: 'controller',
    target_id: id,
    detail: { name, vendor, url, site_id },
  });

function replyOf(row: ControllerRow): Reply {
  const { failures: _, ...shown } = row;
  return { ...shown, capabilities: [...row.capabilities] };
}
