import { validationFailed } from '@patchbay/kernel/errors';

/** Throws 422 for a name that is no time zone of the IANA database. */
export function assertTimezone(timezone: string | null | undefined): void {
  if (timezone === null || timezone === undefined) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
  } catch {
    throw validationFailed({
      details: [{ field: 'timezone', message: 'is no time zone of the IANA database', type: 'format' }],
    });
  }
}
