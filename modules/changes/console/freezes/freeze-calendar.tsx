import {
  Badge,
  Button,
  PageLink,
  Row,
  Stack,
  useLanguage,
  useRows,
  useSearchText,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import styles from './calendar.module.css';
import type { Freeze } from './freeze-list.tsx';
import { dayOf, daysOfMonth, monthOf, monthText, occurrencesOf, type Span } from './occurrences.ts';
import { texts } from './texts.ts';

export interface FreezeCalendarProps {
  edit?(id: string): void;
}

interface Entry {
  readonly id: string;
  readonly kind: 'freeze' | 'set';
  readonly text: string;
  readonly atMs: number;
}

const MOST = '200';

/** A month of freezes and scheduled change sets, in the viewer's zone. */
export function FreezeCalendar({ edit }: FreezeCalendarProps) {
  const t = useTexts(texts);
  const language = useLanguage();
  const [chosen, choose] = useSearchText('month');
  const today = new Date();
  const { year, month } = monthOf(chosen, today);
  const days = daysOfMonth(year, month);
  const entriesOf = useEntries();
  const title = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }).format(
    new Date(year, month, 1),
  );
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short' });
  const go = (step: number) => {
    const next = new Date(year, month + step, 1);
    choose(monthText(next.getFullYear(), next.getMonth()));
  };
  return (
    <Stack gap="small">
      <Row isSpread>
        <h2 aria-live="polite">{title}</h2>
        <Row>
          <Button isIcon aria-label={t.former_month} onPress={() => go(-1)}>
            ←
          </Button>
          <Button onPress={() => choose('')}>{t.this_month}</Button>
          <Button isIcon aria-label={t.next_month} onPress={() => go(1)}>
            →
          </Button>
        </Row>
      </Row>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by keyboard */}
      <section className="table-frame" tabIndex={0} aria-label={t.calendar}>
        <table className={styles['month']} aria-label={title}>
          <thead>
            <tr>
              {days.slice(0, 7).map((day) => (
                <th key={day.getDay()} scope="col">
                  {weekday.format(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7)).map(
              (week) => (
                <tr key={week[0]?.getTime()}>
                  {week.map((day) => (
                    <Day
                      key={day.getTime()}
                      day={day}
                      isOther={day.getMonth() !== month}
                      isToday={day.toDateString() === today.toDateString()}
                      entries={entriesOf(dayOf(day))}
                      edit={edit}
                    />
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </section>
    </Stack>
  );
}

interface DayProps {
  readonly day: Date;
  readonly isOther: boolean;
  readonly isToday: boolean;
  readonly entries: readonly Entry[];
  readonly edit: FreezeCalendarProps['edit'];
}

function Day({ day, isOther, isToday, entries, edit }: DayProps) {
  const t = useTexts(texts);
  return (
    <td data-other={isOther ? '' : undefined} aria-current={isToday ? 'date' : undefined}>
      <span className={styles['number']}>{day.getDate()}</span>
      <ul>
        {entries.map(({ id, kind, text }) => (
          <li key={`${kind} ${id}`} data-kind={kind}>
            <Badge kind={kind === 'freeze' ? 'warning' : 'accent'}>
              {kind === 'freeze' ? t.freeze : t.set}
            </Badge>{' '}
            {kind === 'set' ? (
              <PageLink to={`/change-sets/${id}`}>{text}</PageLink>
            ) : edit === undefined ? (
              text
            ) : (
              <button type="button" className={styles['entry']} onClick={() => edit(id)}>
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </td>
  );
}

/** Entries of a day: freezes that hold, and sets that are due. */
function useEntries(): (day: Span) => readonly Entry[] {
  const t = useTexts(texts);
  const language = useLanguage();
  const { mayCall } = useSession();
  const freezes = useRows(
    '/changes/freezes',
    { per_page: MOST },
    {},
    { live: ['settings.change_freeze.changed'] },
  );
  const sets = useRows(
    '/change-sets',
    { per_page: MOST, status: 'scheduled' },
    {},
    { live: ['controller.change_set.*'], enabled: mayCall('GET', '/change-sets') },
  );
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit' });
  const told = (freeze: Freeze, span: Span, day: Span): string => {
    if (span.startMs <= day.startMs && span.endMs >= day.endMs) return t.whole_day(freeze.reason);
    const from = clock.format(new Date(Math.max(span.startMs, day.startMs)));
    const to = span.endMs >= day.endMs ? '24:00' : clock.format(new Date(span.endMs));
    return t.freeze_at(freeze.reason, from, to);
  };
  return (day) =>
    [
      ...freezes.rows.flatMap((freeze) =>
        occurrencesOf(freeze, day).map(
          (span): Entry => ({
            id: freeze.id,
            kind: 'freeze',
            text: told(freeze, span, day),
            atMs: span.startMs,
          }),
        ),
      ),
      ...sets.rows.flatMap(({ id, name, apply_at }): readonly Entry[] => {
        const atMs = apply_at === null ? Number.NaN : Date.parse(apply_at);
        const isDue = atMs >= day.startMs && atMs < day.endMs;
        return isDue ? [{ id, kind: 'set', text: t.set_at(name, clock.format(new Date(atMs))), atMs }] : [];
      }),
    ].toSorted((one, other) => one.atMs - other.atMs);
}
