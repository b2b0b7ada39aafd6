import {
  type ApiPath,
  EmptyState,
  Figure,
  LinkButton,
  PageLink,
  useRows,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import styles from './home.module.css';
import { texts } from './texts.ts';

type Kind = 'neutral' | 'good' | 'bad' | 'accent';

interface Counted {
  readonly label: string;
  /** A list; its total is the figure. */
  readonly path: ApiPath<'GET'>;
  readonly query?: Readonly<Record<string, string>>;
  /** The list's page, narrowed to what was counted. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly kind?: Kind;
  /** True: said as long as it is not zero only. */
  readonly isFault?: boolean;
  readonly live?: readonly string[];
}

/** The estate in figures; each leads to the list that it counts. */
export function Figures() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const all: readonly Counted[] = [
    { label: t.sites, path: '/sites', to: '/sites', live: ['site.**'] },
    { label: t.controllers, path: '/controllers', to: '/controllers', live: ['controller.*'] },
    {
      label: t.controllers_away,
      path: '/controllers',
      query: { status: 'unreachable' },
      to: '/controllers',
      search: { status: 'unreachable' },
      isFault: true,
      live: ['controller.*'],
    },
    {
      label: t.online,
      path: '/devices',
      query: { status: 'online' },
      to: '/devices',
      search: { status: 'online' },
      kind: 'good',
      live: ['device.**'],
    },
    {
      label: t.offline,
      path: '/devices',
      query: { status: 'offline' },
      to: '/devices',
      search: { status: 'offline' },
      isFault: true,
      live: ['device.**'],
    },
    {
      label: t.pending,
      path: '/changes',
      query: { status: 'pending' },
      to: '/changes',
      search: { status: 'pending' },
      kind: 'accent',
      live: ['controller.change.**'],
    },
    { label: t.connections, path: '/fabric/connections', to: '/connections' },
    { label: t.rules, path: '/automation/rules', to: '/rules' },
  ];
  return (
    <div className={styles['figures']}>
      {all
        .filter(({ path }) => mayCall('GET', path))
        .map((counted) => (
          <OneFigure key={counted.label} {...counted} />
        ))}
    </div>
  );
}

function OneFigure({
  label,
  path,
  query,
  to,
  search,
  kind = 'neutral',
  isFault = false,
  live = [],
}: Counted) {
  const { total, read } = useRows(path, { per_page: '1', ...query }, {}, { live, everyMs: 60_000 });
  const shown = isFault ? (total > 0 ? 'bad' : 'good') : kind;
  return (
    <div className={styles['figure']} data-kind={shown} aria-busy={read.isPending}>
      <PageLink to={to} {...(search === undefined ? {} : { search })}>
        <span className={styles['number']}>{read.data === undefined ? '–' : <Figure value={total} />}</span>
        {label}
      </PageLink>
    </div>
  );
}

/** Said to those who have nothing yet and may begin. */
export function FirstStep() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const isAsked = mayCall('POST', '/sites');
  const { total, read } = useRows('/sites', { per_page: '1' }, {}, { enabled: isAsked });
  if (!isAsked || read.data === undefined || total > 0) return null;
  return (
    <EmptyState title={t.nothing_yet} action={<LinkButton to="/sites">{t.to_sites}</LinkButton>}>
      {t.nothing_yet_hint}
    </EmptyState>
  );
}
