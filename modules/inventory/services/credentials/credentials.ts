import {
  columnsOf,
  containing,
  type Database,
  isUnchangedBy,
  type Page,
  type PageQuery,
  readPage,
  sql,
  TableRows,
  type UnitOfWork,
} from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import { assertAtSite, type Principal } from '@patchbay/kernel/permissions';
import { newId } from '@patchbay/kernel/schema';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import { assertSite } from '@patchbay/module-organizations/contract';
import { AdapterError, type ControllerTarget } from '@patchbay/vendor-kit';
import type { Static } from 'typebox';
import { credentialInUse } from '../../errors.ts';
import {
  type CredentialInput,
  type CredentialKind,
  type CredentialPatch,
  CredentialReply,
  MATERIAL_FIELDS,
  type Material,
} from '../../schemas/credentials.ts';
import { isReadable } from '../controllers/plaintext.ts';
import {
  bindHosts,
  boundHosts,
  hostsOf,
  isBoundTo,
  MAX_SHOWN_HOSTS,
  replaceHosts,
  sitesUsing,
} from './credential-hosts.ts';
import { isPlainKind, isSameShape, openedMaterial, sealedText } from './credential-material.ts';

export type CredentialView = Static<typeof CredentialReply>;
export type OpenCredential = NonNullable<ControllerTarget['credential']>;

/** Destination of a secret. */
export interface Destination {
  readonly url: string;
  readonly vendor: string;
  readonly allow_plaintext: boolean;
}

const columns = columnsOf(CredentialReply, 'hosts', 'secret_set');

const rows = new TableRows('credentials', {
  columns: [...columns, 'secret'],
  searched: ['name'],
  sort: 'name',
});

const shownHosts = sql<string[]>`array(select h.host from credential_hosts h
  where h.credential_id = credentials.id order by h.host limit ${sql.lit(MAX_SHOWN_HOSTS)})`.as('hosts');

/** Sign-ins for equipment; the secret goes in and never comes out through here but to an adapter, for a bound host. */
export class Credentials extends Service<{ database: Database; secrets: Pick<SecretBox, 'seal' | 'open'> }> {
  list(principal: Principal, query: PageQuery): Promise<Page<CredentialView>> {
    return this.parts.database.read(principal, async ({ sql: db }) => {
      let found = db.selectFrom('credentials').where('deleted_at', 'is', null);
      if (query.site_id) found = found.where('site_id', '=', query.site_id);
      if (query.search) found = found.where('name', 'ilike', containing(query.search));
      const page = await readPage(found.select(columns).select(shownHosts), query, { sort: 'name' });
      return { ...page, items: page.items.map(shown) };
    });
  }

  get(principal: Principal, id: string): Promise<CredentialView> {
    return this.parts.database.read(principal, (unit) => viewOf(unit, id));
  }

  create(principal: Principal, input: Static<typeof CredentialInput>): Promise<CredentialView> {
    const { name, kind, username = null, site_id = null } = input;
    assertAtSite(principal, site_id);
    const text = sealedText(kind as CredentialKind, username, input);
    const hosts = hostsOf(input.hosts ?? []);
    return this.parts.database.write(principal, async (work) => {
      if (site_id !== null) await assertSite(work, site_id);
      const id = newId();
      const secret = this.#seal(text, id, work.organization_id);
      await rows.add(work, { id, site_id, name, kind: kind as CredentialKind, username, secret });
      work.audit.record({
        action: 'credentials.create',
        target_type: 'credential',
        target_id: id,
        detail: { name, kind, site_id },
      });
      await bindHosts(work, id, hosts);
      return viewOf(work, id);
    });
  }

  update(
    principal: Principal,
    id: string,
    patch: Static<typeof CredentialPatch>,
    if_match: string | null,
  ): Promise<CredentialView> {
    const hosts = patch.hosts && hostsOf(patch.hosts);
    return this.parts.database.write(principal, async (work) => {
      const before = await this.#held(work, id, if_match);
      const shown = await viewOf(work, id);
      const sent = hosts === undefined ? patch : { ...patch, hosts: hosts.toSorted() };
      const held = hosts === undefined ? shown : { ...shown, hosts: await boundHosts(work, id) };
      if (isUnchangedBy(held, sent)) return shown;
      const { name = before.name, username = before.username, site_id = before.site_id } = patch;
      const kind = (patch.kind ?? before.kind) as CredentialKind;
      if (site_id !== before.site_id) await this.#assertMoves(work, id, site_id);
      const secret = this.#changed(before, kind, username, patch) ?? before.secret;
      await rows.change(work, id, { name, kind, username, site_id, secret });
      if (hosts !== undefined) await replaceHosts(work, id, hosts);
      work.audit.record({
        action: 'credentials.update',
        target_type: 'credential',
        target_id: id,
        detail: { fields: Object.keys(patch) },
      });
      return viewOf(work, id);
    });
  }

  /** In use means by any controller of the organization, seen by the caller or not. */
  remove(principal: Principal, id: string): Promise<void> {
    return this.parts.database.write(principal, async (work) => {
      await this.#held(work, id);
      if ((await sitesUsing(work, id)).length > 0) throw credentialInUse();
      await work.sql.deleteFrom('credential_hosts').where('credential_id', '=', id).execute();
      await rows.remove(work, id);
      work.audit.record({ action: 'credentials.delete', target_type: 'credential', target_id: id });
    });
  }

  /**
   * The sign-in as an adapter needs it, read inside the caller's unit. Throws `AdapterError` when it may not be sent
   * there: to a host it is not bound to, in the clear, or where no such sign-in is taken.
   */
  async open(unit: UnitOfWork, id: string, to: Destination): Promise<OpenCredential> {
    const row = await found(unit, id).select(isBoundTo(to.url).as('is_bound')).executeTakeFirst();
    if (!row) throw notFound();
    const { kind, username } = row;
    if (!isPlainKind(kind))
      throw unfit(
        `${to.vendor} signs in with a password, token or key, not with a credential of kind ${kind}.`,
      );
    if (!to.allow_plaintext && isReadable(to.url))
      throw unfit(
        'Plain HTTP would show the sign-in on the way; use https, or let the controller allow_plaintext.',
      );
    if (!row.is_bound)
      throw unfit(
        'The credential is not bound to this host; name it at the controller again, or add to its hosts.',
      );
    return { kind, username, secret: this.#opened(row) };
  }

  /** The new secret, sealed; undefined where the patch leaves it as it is. */
  #changed(before: Row, kind: CredentialKind, username: string | null, patch: Material): string | undefined {
    const isTouched = kind !== before.kind || username !== before.username;
    if (!isTouched && MATERIAL_FIELDS.every((field) => patch[field] === undefined)) return undefined;
    const kept = isSameShape(before.kind, kind) ? openedMaterial(before.kind, this.#opened(before)) : {};
    const given = Object.fromEntries(MATERIAL_FIELDS.map((field) => [field, patch[field]]).filter(isSent));
    return this.#seal(sealedText(kind, username, { ...kept, ...given }), before.id, before.organization_id);
  }

  async #assertMoves(work: UnitOfWork, id: string, site_id: string | null): Promise<void> {
    assertAtSite(work.principal, site_id);
    if (site_id === null) return;
    await assertSite(work, site_id);
    if ((await sitesUsing(work, id)).some((used) => used !== site_id)) throw credentialInUse();
  }

  /** Locked; one of the whole organization is not for people held to sites to change. */
  async #held(work: UnitOfWork, id: string, if_match: string | null = null): Promise<Row> {
    assertAtSite(work.principal, (await rows.get(work, id)).site_id);
    return rows.hold(work, id, if_match);
  }

  #seal(secret: string, row_id: string, organization_id: string): string {
    return this.parts.secrets.seal(new Secret(secret), { table: 'credentials', row_id, organization_id });
  }

  #opened({ id: row_id, organization_id, secret }: Row): string {
    return this.parts.secrets.open(secret, { table: 'credentials', row_id, organization_id }).reveal();
  }
}

const isSent = (entry: readonly unknown[]): boolean => entry[1] !== undefined;

const unfit = (message: string): AdapterError =>
  new AdapterError('adapter_authentication_error', 'not_sent', message);

const found = ({ sql: db }: UnitOfWork, id: string) =>
  db.selectFrom('credentials').select(rows.columns).where('id', '=', id).where('deleted_at', 'is', null);

type Row = Awaited<ReturnType<typeof rows.get>>;

async function viewOf({ sql: db }: UnitOfWork, id: string): Promise<CredentialView> {
  const row = await db
    .selectFrom('credentials')
    .select(columns)
    .select(shownHosts)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw notFound();
  return shown(row);
}

const shown = <R extends object>(row: R): R & { readonly secret_set: true } => ({ ...row, secret_set: true });
