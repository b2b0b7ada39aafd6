import type { Priority } from '../../contract/priorities.ts';
import type { DeliveryMode } from '../../entities/notification-delivery.ts';
import { type QuietHours, quietUntil } from './quiet-hours.ts';

/** Timing of a receiver's messages. */
export interface Timing {
  readonly digest_minutes: number;
  readonly quiet_hours: QuietHours | null;
}

export interface Plan {
  readonly mode: DeliveryMode;
  readonly due_at: Date;
  readonly reason: 'digest' | 'quiet_hours' | null;
}

export const AT_ONCE: Timing = Object.freeze({ digest_minutes: 0, quiet_hours: null });

/** When a message is due: now, with the next digest, or after quiet hours; critical ones never wait. */
export function planned(priority: Priority, { digest_minutes, quiet_hours }: Timing, now: Date): Plan {
  if (priority === 'critical') return { mode: 'single', due_at: now, reason: null };
  const collected = digestAt(now, digest_minutes);
  const after = quiet_hours === null ? null : quietUntil(quiet_hours, collected);
  if (after !== null) return { mode: 'digest', due_at: after, reason: 'quiet_hours' };
  return digest_minutes > 0
    ? { mode: 'digest', due_at: collected, reason: 'digest' }
    : { mode: 'single', due_at: now, reason: null };
}

/** Digests of one interval end together, so that all that comes within it travels in one. */
function digestAt(now: Date, minutes: number): Date {
  if (minutes === 0) return now;
  const everyMs = minutes * 60_000;
  return new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs);
}
