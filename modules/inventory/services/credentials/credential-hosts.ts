import { sql, type UnitOfWork } from '@patchbay/kernel/database';
import { notFound, validationFailed } from '@patchbay/kernel/errors';
import { newId } from '@patchbay/kernel/schema';
import { credentialNotBound } from '../../errors.ts';
import { controllerUrl } from '../controllers/controller-url.ts';

/** Most hosts of one sign-in that its record shows. */
export const MAX_SHOWN_HOSTS = 100;

/** Destination of a secret, as far as binding looks: the host and port of a controller's address. */
export function hostOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** Hosts as they are kept, from `host:port` or the address of a controller. Throws a 422 that names the field. */
export const hostsOf = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.map((text, at) => hostOf(addressOf(text, `hosts.${at}`)))),
];

const addressOf = (text: string, field: string): string =>
  text.includes('://')
    ? controllerUrl(text, field)
    : controllerUrl(`${text.endsWith(':80') ? 'http' : 'https'}://${text}`, field);

/** Where a sign-in is used: the address of a controller, and its site. */
export interface Place {
  readonly url: string;
  readonly site_id: string;
}

/**
 * Lets a sign-in be used at controllers: binds it to their hosts and holds it until the unit ends. Throws unless it is of
 * their site or of the whole organization; people held to sites use the sign-ins of their sites alone. The caller has
 * been asked for `settings:write`.
 */
export async function useCredential(
  work: UnitOfWork,
  id: string,
  ...places: readonly Place[]
): Promise<void> {
  const found = () =>
    work.sql.selectFrom('credentials').select('site_id').where('id', '=', id).where('deleted_at', 'is', null);
  const row = await found().executeTakeFirst();
  if (!row) throw notFound();
  if (row.site_id === null && work.principal.site_ids !== null) throw credentialNotBound();
  const locked = await found().forShare().executeTakeFirst();
  if (!locked) throw notFound();
  for (const { site_id } of places) assertOfSite(locked.site_id, site_id);
  await bindHosts(work, id, [...new Set(places.map(({ url }) => hostOf(url)))]);
}

/** Throws a 422 for a sign-in of one site that a controller of another would use. */
export function assertOfSite(own: string | null, site_id: string): void {
  if (own === null || own === site_id) return;
  const message = 'is a sign-in of another site; use one of this site, or one of the whole organization';
  throw validationFailed({ details: [{ field: 'credential_id', message, type: 'other_site' }] });
}

/** Throws unless a sign-in that goes on to another site with its controller may be used there. */
export async function assertMovable({ sql: db }: UnitOfWork, id: string, site_id: string): Promise<void> {
  const row = await db.selectFrom('credentials').select('site_id').where('id', '=', id).executeTakeFirst();
  assertOfSite(row?.site_id ?? null, site_id);
}

/** Adds hosts that a secret may be sent to; each that is new goes on record. */
export async function bindHosts(
  work: UnitOfWork,
  credential_id: string,
  hosts: readonly string[],
): Promise<void> {
  if (hosts.length === 0) return;
  const given = JSON.stringify(hosts.map((host) => ({ id: newId(), host })));
  const { rows: bound } = await sql<{ readonly host: string }>`
    insert into credential_hosts (id, organization_id, credential_id, host, bound_by)
    select id, ${work.organization_id}::uuid, ${credential_id}::uuid, host, ${work.principal.user_id}::uuid
    from jsonb_to_recordset(${given}::jsonb) as given (id uuid, host text)
    on conflict (credential_id, host) do nothing
    returning host`.execute(work.sql);
  for (const { host } of bound)
    work.audit.record({
      action: 'credentials.host_bound',
      target_type: 'credential',
      target_id: credential_id,
      detail: { host },
    });
}

/** Leaves exactly these hosts; a controller elsewhere is refused the secret from then on. */
export async function replaceHosts(work: UnitOfWork, id: string, hosts: readonly string[]): Promise<void> {
  await work.sql
    .deleteFrom('credential_hosts')
    .where('credential_id', '=', id)
    .where((e) => e.not(e('host', '=', sql<string>`any (${[...hosts]}::text[])`)))
    .execute();
  await bindHosts(work, id, hosts);
}

/** All of them, however many its record shows; sorted. */
export async function boundHosts({ sql: db }: UnitOfWork, credential_id: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('credential_hosts')
    .select('host')
    .where('credential_id', '=', credential_id)
    .execute();
  return rows.map(({ host }) => host).toSorted();
}

/** Whether the secret of a row of `credentials` may be sent to where the address leads. */
export const isBoundTo = (url: string) =>
  sql<boolean>`exists (select from credential_hosts h
    where h.credential_id = credentials.id and h.host = ${hostOf(url)})`;

/** Sites where controllers use a sign-in, whatever the caller may see of them. */
export async function sitesUsing({ sql: db }: UnitOfWork, credential_id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ site_id: string }>`
    select site_id from credential_sites(${credential_id}::uuid) as site_id`.execute(db);
  return rows.map(({ site_id }) => site_id);
}
