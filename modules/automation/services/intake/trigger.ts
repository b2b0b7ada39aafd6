import { type Finding, fault } from '@patchbay/runs';
import { nextTick, type Schedule } from './next-tick.ts';

export type TriggerType = 'event' | 'schedule';

export interface EventTrigger {
  readonly event_pattern: string;
}

/** Which of the two it is, `trigger_type` says. */
export type TriggerConfig = EventTrigger | Schedule;

/** As sent: anything of either kind. */
export interface SentConfig {
  readonly event_pattern?: string | undefined;
  readonly cron?: string | undefined;
  readonly timezone?: string | undefined;
}

export interface Trigger {
  readonly trigger_type: TriggerType;
  readonly trigger_config: TriggerConfig;
}

const FIELD = 'trigger_config';
const DEFAULT_ZONE = 'UTC';
const keysOf = {
  event: ['event_pattern'],
  schedule: ['cron', 'timezone'],
} as const;

/** Fields that belong to the other kind, and missing ones of this one. */
export function triggerFindings(type: TriggerType, config: SentConfig): readonly Finding[] {
  const known: readonly string[] = keysOf[type];
  const foreign = Object.keys(config)
    .filter((key) => !known.includes(key))
    .map((key) => fault(`${FIELD}.${key}`, 'additional_property', `does not go with trigger_type "${type}"`));
  const required = type === 'event' ? config.event_pattern : config.cron;
  const missing =
    required === undefined ? [fault(`${FIELD}.${keysOf[type][0]}`, 'required', 'is required')] : [];
  return [...foreign, ...missing];
}

/** The trigger of a config without findings. */
export const triggerOf = (trigger_type: TriggerType, config: SentConfig): Trigger => ({
  trigger_type,
  trigger_config:
    trigger_type === 'event'
      ? { event_pattern: config.event_pattern ?? '' }
      : { cron: config.cron ?? '', timezone: config.timezone ?? DEFAULT_ZONE },
});

export const isSchedule = (config: TriggerConfig): config is Schedule => 'cron' in config;

/** Empty for schedules, which nothing in the log matches. */
export const patternOf = (config: TriggerConfig): string => (isSchedule(config) ? '' : config.event_pattern);

/** Faults that keep a schedule from ever ticking. */
export function scheduleFindings(config: TriggerConfig, now: Date): readonly Finding[] {
  if (!isSchedule(config)) return [];
  if (!isTimeZone(config.timezone))
    return [fault(`${FIELD}.timezone`, 'format', 'is no time zone, as Europe/Berlin is')];
  try {
    if (nextTick(config, now) !== null) return [];
    return [fault(`${FIELD}.cron`, 'cron', 'there is no such day')];
  } catch (error) {
    return [fault(`${FIELD}.cron`, 'cron', messageOf(error))];
  }
}

/** The search for a day that no year has ends by running out of stack. */
function messageOf(error: unknown): string {
  if (error instanceof RangeError) return 'there is no such day';
  return error instanceof Error ? error.message : 'is no schedule';
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
