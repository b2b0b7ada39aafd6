import type { Bench } from '../bench.ts';
import { match } from './match.ts';
import { sandbox } from './sandbox.ts';

/** All benches, in the order they run. */
export const benches: readonly Bench[] = [match, sandbox];
