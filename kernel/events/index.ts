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
  EVENT_DEAD_LETTERS,
  type EventDeadLetter,
  type EventDeadLetters,
} from './delivery/event-dead-letters.ts';
export {
  type BoundListener,
  CONSUME_ATTEMPTS,
  CONSUME_JOB,
  EVENT_BUS,
  EVENT_REGISTRY,
  EventBus,
  LOG_READER,
} from './event-bus.ts';
export type { EventsPart, PublishOptions } from './log/events-part.ts';
export type { LogReader } from './log/log-reader.ts';
export { eventsMigrations } from './log/migrations.ts';
export * from './patterns/pattern.ts';
export { PatternIndex } from './patterns/pattern-index.ts';
export { prefixAccess, SUBSCRIPTION_PREFIXES } from './patterns/subscription-prefixes.ts';
export { SubscriptionRules } from './patterns/subscription-rules.ts';
export { redact } from './redact.ts';
export type { EventRegistry, EventSource } from './registry.ts';
