import { withDeadline } from '@patchbay/kernel/concurrency';
import { type Fence, underFence } from '@patchbay/vendor-kit';

/**
 * Writes to a device for at most so long. Once that time is over, `work` was given up or `fence` closes, none of
 * its requests begins any more, though it still runs: an outcome called unknown is not followed by a later write.
 */
export async function fencedPush<T>(
  timeoutMs: number,
  fence: Fence,
  work: () => Promise<T>,
  late: () => Error,
): Promise<T> {
  const endsAtMs = performance.now() + timeoutMs;
  let isAwaited = true;
  const mayBegin = () => isAwaited && performance.now() < endsAtMs && fence();
  try {
    // An exception before the first await fails like a rejection.
    return await withDeadline(
      timeoutMs,
      underFence(mayBegin, async () => work()),
      late,
    );
  } finally {
    isAwaited = false;
  }
}
