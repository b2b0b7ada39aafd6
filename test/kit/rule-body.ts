/** The body of a rule that answers external events, but for its actions. */
export const ruleBody = (
  fields: Readonly<Record<string, unknown>> & { readonly actions: readonly unknown[] },
) => ({
  name: 'Rule',
  trigger_type: 'event',
  trigger_config: { event_pattern: 'ingest.external' },
  ...fields,
});
