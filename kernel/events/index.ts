export { type Condition, type Conditions, ConditionsSchema, evaluateConditions } from './conditions.ts';
export {
  defineEvent,
  type EventDeclaration,
  type EventPriority,
  type LoggedEvent,
  type PayloadOf,
} from './define-event.ts';
export {
  type AnyListener,
  type ConsumerKind,
  type DurableListener,
  durableListener,
  isConsumerKind,
  type LiveListener,
  liveListener,
} from './define-listener.ts';
export {
  type BoundListener,
  CONSUME_ATTEMPTS,
  CONSUME_JOB,
  EVENT_BUS,
  EVENT_REGISTRY,
  EventBus,
  LOG_READER,
} from './event-bus.ts';
export { EVENT_DEAD_LETTERS, type EventDeadLetter, type EventDeadLetters } from './event-dead-letters.ts';
export type { EventsPart, PublishOptions } from './events-part.ts';
export { addFormats } from './formats.ts';
export type { LogReader } from './log-reader.ts';
export { LoopTurn } from './loop-turn.ts';
export { eventsMigrations } from './migrations.ts';
export * from './pattern.ts';
export { PatternIndex } from './pattern-index.ts';
export { redact } from './redact.ts';
export type { EventRegistry, EventSource } from './registry.ts';
export { type PathVerdict, pathInSchema } from './schema-path.ts';
export { prefixAccess, SUBSCRIPTION_PREFIXES } from './subscription-prefixes.ts';
export { SubscriptionRules } from './subscription-rules.ts';
export * from './template.ts';
export { templatePaths } from './template-paths.ts';
