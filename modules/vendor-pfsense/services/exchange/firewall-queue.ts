import { KeyedQueue } from '@patchbay/kernel/concurrency';
import { notSent } from '@patchbay/vendor-kit';

/**
 * One write after the other, per firewall: between finding the position of an object and writing to it nothing of ours
 * may move the list.
 */
export const firewallQueue = (): KeyedQueue =>
  new KeyedQueue({
    maxTasks: 5_000,
    maxWaiting: 20,
    maxWaitMs: 10_000,
    refusal: () =>
      notSent('Too many changes wait for this firewall; try again shortly.', 'adapter_rate_limit'),
  });
