interface Triggered {
  readonly trigger_type: 'event' | 'schedule';
  readonly trigger_config: Readonly<Record<string, unknown>>;
}

/** The pattern of an event trigger; the times of a schedule with their zone. */
export function triggerText({ trigger_type, trigger_config }: Triggered): string {
  const { event_pattern, cron, timezone } = trigger_config;
  return trigger_type === 'event' ? String(event_pattern ?? '') : `${cron ?? ''} ${timezone ?? 'UTC'}`.trim();
}
