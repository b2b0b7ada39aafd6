/** Executions of rules that failed one after another, by rule. */
export const RULE_FAILURES = 'automation_failures';
