import { AdapterError } from '@patchbay/vendor-kit';

/** A controller that has not answered by the end of its time. */
export const lateAnswer = (): AdapterError =>
  new AdapterError('adapter_timeout', 'unknown', 'The controller did not answer in time.');
