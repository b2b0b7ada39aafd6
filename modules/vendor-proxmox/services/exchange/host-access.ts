import type { VendorValue } from '@patchbay/vendor-kit';
import type { HostAnswer } from './answers.ts';
import type { HostWrite } from './host-client.ts';

/** The part of a session that features use. */
export interface HostAccess {
  get(path: string, query?: VendorValue): Promise<HostAnswer>;
  write(call: HostWrite): Promise<HostAnswer>;
  /** First pause between two looks at a task; it grows fiftyfold. */
  readonly pollMs: number;
}
