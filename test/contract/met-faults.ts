/** What a write that meets each fault of a lab controller ends in, whatever the vendor: error and outcome. */
export const metFaults = [
  [{ kind: 'unauthorized' }, 'adapter_authentication_error', 'refused'],
  [{ kind: 'rate_limited' }, 'adapter_rate_limit', 'refused'],
  [{ kind: 'drop_after_read' }, 'adapter_connection_error', 'unknown'],
  [{ kind: 'drop_before_answer' }, 'adapter_connection_error', 'unknown'],
  [{ kind: 'half_answer' }, 'adapter_connection_error', 'unknown'],
  [{ kind: 'hang' }, 'adapter_timeout', 'unknown'],
  [{ kind: 'slow', delay_ms: 5_000 }, 'adapter_timeout', 'unknown'],
] as const;
