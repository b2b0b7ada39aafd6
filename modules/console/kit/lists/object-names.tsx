import { PageLink } from '../controls/page-link.tsx';
import { useRead } from '../data/use-read.ts';
import { useSession } from '../session/session.ts';
import { Identifier } from '../values/code.tsx';

/** A list's rows name their site and controller by id; one read of many names serves all of them. */
const MANY = { per_page: 100, sort: 'name' } as const;
/** The most that a page of sites holds. */
const MANY_SITES = { per_page: 100, sort: 'name' } as const;

/** Finds the name of an object by its id; undefined while it is not known. */
export type NameOf = (id: string | null) => string | undefined;

const finder =
  (rows: readonly { readonly id: string; readonly name: string }[] | undefined): NameOf =>
  (id) =>
    rows?.find((row) => row.id === id)?.name;

/** Names of the first 100 sites, for exports and headings; `SiteLink` finds the others, too. */
export function useSiteNames(): NameOf {
  const { mayCall } = useSession();
  const read = useRead('/sites', { query: MANY_SITES }, { enabled: mayCall('GET', '/sites') });
  return finder(read.data?.items);
}

/** Names of the first 100 controllers; `ControllerLink` finds the others, too. */
export function useControllerNames(): NameOf {
  const { mayCall } = useSession();
  const read = useRead('/controllers', { query: MANY }, { enabled: mayCall('GET', '/controllers') });
  return finder(read.data?.items);
}

/** The name of a site, leading to its page. */
export function SiteLink({ site_id }: { readonly site_id: string | null }) {
  return site_id === null ? null : <KnownSite site_id={site_id} />;
}

/** One read serves the links of a whole list; only a site beyond it is asked for by itself. */
function KnownSite({ site_id }: { readonly site_id: string }) {
  const { mayCall } = useSession();
  const list = useRead('/sites', { query: MANY_SITES }, { enabled: mayCall('GET', '/sites') });
  const name = finder(list.data?.items)(site_id);
  if (name !== undefined) return <PageLink to={`/sites/${site_id}`}>{name}</PageLink>;
  return list.isSuccess ? <ForeignSite site_id={site_id} /> : <Identifier id={site_id} />;
}

function ForeignSite({ site_id }: { readonly site_id: string }) {
  const { mayCall } = useSession();
  const path = { site_id };
  const read = useRead('/sites/{site_id}', { path }, { enabled: mayCall('GET', '/sites/{site_id}') });
  if (read.data === undefined) return <Identifier id={site_id} />;
  return <PageLink to={`/sites/${site_id}`}>{read.data.name}</PageLink>;
}

/** The name of a controller, leading to its page. */
export function ControllerLink({ controller_id }: { readonly controller_id: string | null }) {
  return controller_id === null ? null : <KnownController controller_id={controller_id} />;
}

function KnownController({ controller_id }: { readonly controller_id: string }) {
  const { mayCall } = useSession();
  const list = useRead('/controllers', { query: MANY }, { enabled: mayCall('GET', '/controllers') });
  const name = finder(list.data?.items)(controller_id);
  if (name !== undefined) return <PageLink to={`/controllers/${controller_id}`}>{name}</PageLink>;
  return list.isSuccess ? (
    <ForeignController controller_id={controller_id} />
  ) : (
    <Identifier id={controller_id} />
  );
}

function ForeignController({ controller_id }: { readonly controller_id: string }) {
  const { mayCall } = useSession();
  const path = { controller_id };
  const enabled = mayCall('GET', '/controllers/{controller_id}');
  const read = useRead('/controllers/{controller_id}', { path }, { enabled });
  if (read.data === undefined) return <Identifier id={controller_id} />;
  return <PageLink to={`/controllers/${controller_id}`}>{read.data.name}</PageLink>;
}

const MANY_USERS = { per_page: 100, sort: 'username' } as const;

/** Names of the first 100 users, for exports and headings; `UserLink` finds the others, too. */
export function useUserNames(): NameOf {
  const { mayCall } = useSession();
  const read = useRead('/users', { query: MANY_USERS }, { enabled: mayCall('GET', '/users') });
  return finder(read.data?.items.map((user) => ({ id: user.id, name: user.display_name ?? user.username })));
}

/** The name of a user, leading to their page; those who may not see users see the id. */
export function UserLink({ user_id }: { readonly user_id: string | null }) {
  const { me } = useSession();
  if (user_id === null) return null;
  return user_id === me.id ? (me.display_name ?? me.username) : <KnownUser user_id={user_id} />;
}

function KnownUser({ user_id }: { readonly user_id: string }) {
  const { mayCall } = useSession();
  const list = useRead('/users', { query: MANY_USERS }, { enabled: mayCall('GET', '/users') });
  const user = list.data?.items.find(({ id }) => id === user_id);
  if (user !== undefined)
    return <PageLink to={`/users/${user_id}`}>{user.display_name ?? user.username}</PageLink>;
  // A list that is whole knows every user: others were deleted, or belong elsewhere.
  const isCut = (list.data?.total ?? 0) > MANY_USERS.per_page;
  return isCut ? <ForeignUser user_id={user_id} /> : <Identifier id={user_id} />;
}

function ForeignUser({ user_id }: { readonly user_id: string }) {
  const { mayCall } = useSession();
  const path = { user_id };
  const read = useRead('/users/{user_id}', { path }, { enabled: mayCall('GET', '/users/{user_id}') });
  if (read.data === undefined) return <Identifier id={user_id} />;
  const { display_name, username } = read.data;
  return <PageLink to={`/users/${user_id}`}>{display_name ?? username}</PageLink>;
}
