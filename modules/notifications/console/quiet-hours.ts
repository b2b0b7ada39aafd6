export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Day = (typeof DAYS)[number];

/** Hours in which nothing is sent, by the clock of a time zone. Without days: every day. */
export interface QuietHours {
  readonly start: string;
  readonly end: string;
  readonly timezone: string;
  readonly days?: readonly Day[];
}

/** A night in the viewer's zone, to begin with. */
export const firstQuietHours = (): QuietHours => ({
  start: '22:00',
  end: '07:00',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** With a day more or less; all seven are written as none. */
export function withDay(quiet: QuietHours, day: Day, isOn: boolean): QuietHours {
  const { days: _, ...hours } = quiet;
  const days = DAYS.filter((each) => (each === day ? isOn : includesDay(quiet, each)));
  return days.length === DAYS.length ? hours : { ...hours, days };
}

export const includesDay = ({ days }: QuietHours, day: Day): boolean => days?.includes(day) ?? true;

/** As the platform takes it: lists that may be written to. */
export const quietBody = (quiet: QuietHours | null) => {
  if (quiet === null) return null;
  const { days, ...hours } = quiet;
  return days === undefined ? hours : { ...hours, days: [...days] };
};
