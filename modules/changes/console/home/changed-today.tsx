import {
  ControllerLink,
  defineTexts,
  PageLink,
  Row,
  Stack,
  Time,
  UserLink,
  useRows,
  useTexts,
  WaitingFor,
} from '@patchbay/console-kit';
import { type Change, featureWords, objectOf } from '../what.ts';
import { changeWords } from '../words.ts';

const texts = defineTexts({
  en: { none: 'Nothing was applied today.', all: 'All applied changes' },
  de: { none: 'Heute wurde nichts angewendet.', all: 'Alle angewendeten Änderungen' },
});

const MOST = 6;

/** In the viewer's zone. */
const isToday = (iso: string | null): boolean =>
  iso !== null && new Date(iso).toDateString() === new Date().toDateString();

/** Changes that were applied today, the newest first. */
export default function ChangedToday() {
  const t = useTexts(texts);
  const { rows, read } = useRows(
    '/changes',
    { status: 'applied', sort: '-updated_at', per_page: '50' },
    {},
    { live: ['controller.change.applied'] },
  );
  const today = rows.filter(({ applied_at }) => isToday(applied_at));
  return (
    <WaitingFor read={read}>
      {() => (
        <Stack gap="small">
          {today.length === 0 ? <p className="muted">{t.none}</p> : null}
          {today.slice(0, MOST).map((change) => (
            <Applied key={change.id} change={change} />
          ))}
          <PageLink to="/changes" search={{ status: 'applied', sort: '-updated_at' }}>
            {t.all}
          </PageLink>
        </Stack>
      )}
    </WaitingFor>
  );
}

function Applied({ change }: { readonly change: Change }) {
  const c = useTexts(changeWords);
  const { id, operation, feature, controller_id, applied_at, applied_by } = change;
  return (
    <div>
      <PageLink to={`/changes/${id}`}>
        {c.title({ operation, what: featureWords(feature), name: objectOf(change) })}
      </PageLink>
      <Row>
        <span className="muted">
          <Time at={applied_at} />
        </span>
        <ControllerLink controller_id={controller_id} />
        <UserLink user_id={applied_by} />
      </Row>
    </div>
  );
}
