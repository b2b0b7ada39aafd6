import {
  type BulkAction,
  type Column,
  ControllerLink,
  call,
  type Filter,
  ResourceList,
  refresh,
  SiteLink,
  Time,
  tellDone,
  tellFailed,
  UserLink,
  useControllerNames,
  useGo,
  useSession,
  useSiteNames,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { ChangeBadges } from '../change-badges.tsx';
import { type Change, featureWords, objectOf } from '../what.ts';
import { changeWords } from '../words.ts';
import { texts } from './texts.ts';

export interface ChangesListProps {
  /** Narrows the list, and leaves the column and the filter of that out. */
  readonly controller_id?: string;
  readonly site_id?: string;
  readonly exportName?: string;
  readonly viewsOf?: string;
}

/** Changes with what they are in words, newest first. */
export function ChangesList({ controller_id, site_id, ...props }: ChangesListProps) {
  const t = useTexts(texts);
  const fixed = {
    ...(controller_id === undefined ? {} : { controller_id }),
    ...(site_id === undefined ? {} : { site_id }),
  };
  const columns = useColumns();
  const hidden = new Set([...(controller_id ? ['controller', 'site'] : []), ...(site_id ? ['site'] : [])]);
  return (
    <ResourceList
      {...props}
      path="/changes"
      query={fixed}
      label={t.changes}
      columns={columns.filter(({ id }) => !hidden.has(id))}
      filters={useFilters().filter(({ key }) => !(key in fixed) && !(controller_id && key === 'site_id'))}
      sort="-created_at"
      rowHref={({ id }) => `/changes/${id}`}
      nameOf={useName()}
      bulk={useBulk()}
      live={['controller.change.**']}
      empty={{ title: t.empty, hint: t.empty_hint }}
    />
  );
}

function useName(): (change: Change) => string {
  const c = useTexts(changeWords);
  return (change) =>
    c.title({ operation: change.operation, what: featureWords(change.feature), name: objectOf(change) });
}

function useColumns(): readonly Column<Change>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const nameOf = useName();
  const controllerOf = useControllerNames();
  const siteOf = useSiteNames();
  const approvalsOf = ({ approvals: { required, given } }: Change) =>
    required === 0 ? '' : `${given}/${required}`;
  return [
    { id: 'change', title: t.change, cell: nameOf, text: nameOf },
    {
      id: 'status',
      title: w.status,
      sort: 'status',
      cell: (change) => (
        <span className="row">
          <ChangeBadges change={change} />
        </span>
      ),
      text: ({ status, last_outcome }) => (status === 'pending' ? (last_outcome ?? status) : status),
    },
    {
      id: 'controller',
      title: w.controller,
      cell: ({ controller_id }) => <ControllerLink controller_id={controller_id} />,
      text: ({ controller_id }) => controllerOf(controller_id) ?? controller_id,
    },
    {
      id: 'site',
      title: w.site,
      cell: ({ site_id }) => <SiteLink site_id={site_id} />,
      text: ({ site_id }) => siteOf(site_id) ?? site_id,
    },
    {
      id: 'feature',
      title: t.feature,
      sort: 'feature',
      cell: ({ feature }) => <code style={{ whiteSpace: 'nowrap' }}>{feature}</code>,
      text: ({ feature }) => feature,
    },
    { id: 'approvals', title: t.approvals, align: 'end', cell: approvalsOf, text: approvalsOf },
    {
      id: 'staged_by',
      title: t.staged_by,
      cell: ({ staged_by }) => <UserLink user_id={staged_by} />,
      text: ({ staged_by }) => staged_by,
    },
    {
      id: 'created',
      title: t.staged,
      sort: 'created_at',
      cell: ({ created_at }) => <Time at={created_at} />,
      text: ({ created_at }) => created_at,
    },
  ];
}

function useFilters(): readonly Filter[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const c = useTexts(changeWords);
  return [
    {
      kind: 'choice',
      key: 'status',
      label: w.status,
      choices: (['pending', 'applied', 'discarded'] as const).map((value) => ({ value, label: c[value] })),
    },
    { kind: 'text', key: 'feature', label: t.feature_filter },
    { kind: 'controller', key: 'controller_id', label: w.controller },
    { kind: 'site', key: 'site_id', label: w.site },
  ];
}

function useBulk(): readonly BulkAction<Change>[] {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const go = useGo();
  const pendingOf = (rows: readonly Change[]): readonly string[] | null => {
    const ids = rows.filter(({ status }) => status === 'pending').map(({ id }) => id);
    if (ids.length > 0) return ids;
    tellFailed(t.none_pending);
    return null;
  };
  const discard: BulkAction<Change> = {
    id: 'discard',
    label: t.discard,
    isDangerous: true,
    confirm: t.discard_question,
    run: async (rows) => {
      const ids = pendingOf(rows);
      if (ids !== null) await discardAll(ids, t.discarded);
    },
  };
  const gather: BulkAction<Change> = {
    id: 'set',
    label: t.new_set,
    run: (rows) => {
      const ids = pendingOf(rows);
      if (ids !== null) go('/change-sets/new', { changes: ids.join(',') });
    },
  };
  return [
    ...(mayCall('POST', '/change-sets') ? [gather] : []),
    ...(mayCall('POST', '/gateway-vpn/changes/{change_id}/discard') ? [discard] : []),
  ];
}

/** One after another; each failure is told, the others go on. */
async function discardAll(ids: readonly string[], said: (amount: number) => string): Promise<void> {
  let done = 0;
  for (const change_id of ids) {
    try {
      await call('POST', '/gateway-vpn/changes/{change_id}/discard', { path: { change_id } });
      done += 1;
    } catch (error) {
      tellFailed(error);
    }
  }
  refresh('/changes');
  if (done > 0) tellDone(said(done));
}
