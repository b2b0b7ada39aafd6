import { withDeadline } from '@patchbay/kernel/concurrency';
import { storable } from '@patchbay/kernel/database';
import type { ChangeOperation, VendorSession, VendorValue } from '@patchbay/vendor-kit';

const MAX_WARNINGS = 10;
const MAX_WARNING = 300;
const ASK_TIMEOUT_MS = 10_000;

interface Reviewed {
  /** Feature key without its vendor's prefix. */
  readonly feature: string;
  readonly operation: ChangeOperation;
  readonly payload: VendorValue;
  readonly value: VendorValue | null;
  readonly live: boolean;
}

/**
 * Warnings of the vendor about a write to the path by which its controller is reached. A failure gives no
 * warning, and refuses nothing.
 */
export async function pathWarnings(
  session: VendorSession | null,
  write: Reviewed,
): Promise<readonly string[]> {
  if (session?.reachesThrough === undefined) return [];
  try {
    const late = () => new Error('late');
    const said = await withDeadline(ASK_TIMEOUT_MS, session.reachesThrough(write), late);
    return said.slice(0, MAX_WARNINGS).map((text) => storable(text.slice(0, MAX_WARNING)));
  } catch {
    return [];
  }
}
