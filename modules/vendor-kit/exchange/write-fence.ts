import { AsyncLocalStorage } from 'node:async_hooks';

/** Whether the writer to a controller may still begin a request; asked right before its first byte. */
export type Fence = () => boolean;

const current = new AsyncLocalStorage<Fence>();

/**
 * Every request that `work` makes through `outboundSend` asks `fence` on the open connection, in the moment before it
 * is written. A process that stood still since it looked at its lease sends nothing more.
 */
export const underFence = <T>(fence: Fence, work: () => Promise<T>): Promise<T> => current.run(fence, work);

export const fenceNow = (): Fence | undefined => current.getStore();
