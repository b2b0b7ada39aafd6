import {
  type Database,
  isUnchangedBy,
  jsonValue,
  type Page,
  type PageQuery,
  sql,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import { decide, type PermissionMap, type Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { assertSite, type Quotas } from '@patchbay/module-organizations/contract';
import type { Vendor } from '@patchbay/vendor-kit';
import type { Static } from 'typebox';
import type { ControllerFollower } from '../../contract.ts';
import type { ControllerTls } from '../../entities/controller.ts';
import { credentialNotBound, unknownVendor } from '../../errors.ts';
import type { ControllerInput, ControllerPatch, ControllerReply } from '../../schemas/controllers.ts';
import { assertMovable, useCredential } from '../credentials/credential-hosts.ts';
import { afterRegistration } from '../syncs/next-contact.ts';
import type { ControllerBulkheads } from './controller-bulkheads.ts';
import { moveBehind } from './controller-move.ts';
import { controllerUrl } from './controller-url.ts';
import { type ControllerRow, controllers, touched } from './controller-view.ts';
import { assertNotReadable } from './plaintext.ts';

type Reply = Static<typeof ControllerReply>;

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

  create(principal: Principal, input: Static<typeof ControllerInput>): Promise<Reply> {
    const {
      name,
      site_id,
      vendor,
      credential_id = null,
      tls = { verify: true },
      allow_plaintext = false,
    } = input;
    this.#authorizeNaming(principal, credential_id);
    const url = controllerUrl(input.url);
    assertNotReadable({ url, allow_plaintext, credential_id });
    if (!this.parts.vendors.values.some((each) => each.id === vendor)) throw unknownVendor();
    return this.parts.database.write(principal, async (work) => {
      await assertSite(work, site_id);
      if (credential_id !== null) await useCredential(work, credential_id, { url, site_id });
      await this.parts.quotas.assertRoom(work, 'controllers');
      const row = await controllers.add(work, {
        id: newId(),
        site_id,
        vendor,
        name,
        url,
        credential_id,
        tls: jsonValue<ControllerTls>(tls),
        allow_plaintext,
        status: 'unknown',
        capabilities: sql<readonly string[]>`'[]'::jsonb`,
        failures: 0,
        next_sync_at: sql<string>`now() + make_interval(secs => ${afterRegistration()}::float8)`,
      });
      work.audit.record({
        action: 'controllers.create',
        target_type: 'controller',
        target_id: row.id,
        detail: { name, vendor, url, site_id },
      });
      return replyOf(row);
    });
  }

  update(
    principal: Principal,
    id: string,
    patch: Static<typeof ControllerPatch>,
    if_match: string | null,
  ): Promise<Reply> {
    const { tls, url, ...plain } = patch;
    this.#authorizeNaming(principal, plain.credential_id);
    const address = url === undefined ? {} : { url: controllerUrl(url) };
    return this.parts.database.write(principal, async (work) => {
      const before = await controllers.hold(work, id, if_match);
      // A certificate or a credential set again is an answer to a changed device, even when it is the same.
      const isSetAgain = tls !== undefined || patch.credential_id !== undefined;
      if (!isSetAgain && isUnchangedBy(replyOf(before), patch)) return replyOf(before);
      const isMoved = patch.site_id !== undefined && patch.site_id !== before.site_id;
      if (isMoved) await assertSite(work, patch.site_id ?? '');
      const isSentAnew = isElsewhere(before, { ...address, tls });
      const detached = isSentAnew ? { credential_id: null } : {};
      const after = { ...before, ...detached, ...plain, ...address };
      assertNotReadable(after);
      await assertSignIn(work, before, after, isSentAnew);
      const row = await controllers.change(work, id, {
        ...detached,
        ...plain,
        ...address,
        ...(tls === undefined ? {} : { tls: jsonValue<ControllerTls>(tls) }),
        next_sync_at: null,
        ...touched,
      });
      if (isMoved) await moveBehind(work, before, row.site_id, this.parts.followers.values);
      work.audit.record({
        action: 'controllers.update',
        target_type: 'controller',
        target_id: id,
        detail: { fields: Object.keys({ ...detached, ...patch }) },
      });
      work.afterCommit(() => this.parts.bulkheads.reset(id));
      return replyOf(row);
    });
  }

  /** Naming the destination of a stored secret takes the right to write credentials. */
  #authorizeNaming(principal: Principal, credential_id: string | null | undefined): void {
    if (!credential_id) return;
    const verdict = decide(this.parts.permissions, principal, { permission: 'settings:write' });
    if (!verdict.allowed) throw credentialNotBound();
    this.parts.permissions.noteUse(principal, verdict);
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

type SignsIn = Pick<ControllerRow, 'credential_id' | 'url' | 'site_id'>;

/** A new credential, host or trust is bound; unchanged ones are left alone. */
async function assertSignIn(
  work: UnitOfWork,
  before: SignsIn,
  after: SignsIn,
  isSentAnew: boolean,
): Promise<void> {
  const { credential_id, site_id } = after;
  if (credential_id === null) return;
  if (isSentAnew || credential_id !== before.credential_id) await useCredential(work, credential_id, after);
  else if (site_id !== before.site_id) await assertMovable(work, credential_id, site_id);
}

/** Whether a patch leads to another place, or trusts it in another way, so that a kept secret must not follow. */
const isElsewhere = (
  before: ControllerRow,
  { url = before.url, tls = before.tls }: { readonly url?: string; readonly tls?: ControllerTls | undefined },
): boolean => url !== before.url || trustOf(tls) !== trustOf(before.tls);

const trustOf = ({ verify, fingerprint = '', pin_on_first_use = false }: ControllerTls): string =>
  `${verify} ${pin_on_first_use} ${fingerprint.replaceAll(':', '').toLowerCase()}`;

function replyOf(row: ControllerRow): Reply {
  const { failures: _, ...shown } = row;
  return { ...shown, capabilities: [...row.capabilities] };
}
