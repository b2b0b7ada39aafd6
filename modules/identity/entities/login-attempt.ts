import { defineTable, p, platformRights, timestamp } from '@patchbay/kernel/database';

/** Failures per login or other subject, known or not; the platform's own, seen by the system login only. */
export const LoginAttempt = defineTable('login_attempts', {
  columns: {
    /** HMAC of the folded login: text typed into the wrong field is not kept. */
    login_key: p.string().primary(),
    /** Consecutive ones: five lock it. */
    failures: p.integer(),
    locked_until: timestamp().nullable(),
    /** All of the last minutes, those during a lock included (SPEC 5.12). */
    window_failures: p.integer().default(0),
    window_started_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  lock: platformRights('login_attempts'),
});
