export { Batcher, type BatcherOptions } from './batcher.ts';
export { Bulkhead, type BulkheadBounds } from './bulkhead.ts';
export { EventLoopSlice } from './event-loop-slice.ts';
export { KeyedQueue, type KeyedQueueBounds } from './keyed-queue.ts';
export { Semaphore, type SemaphoreBounds } from './semaphore.ts';
export { withDeadline } from './with-deadline.ts';
export { withFallback } from './with-fallback.ts';
