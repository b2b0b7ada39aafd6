import fc from 'fast-check';
import type { Test } from 'tap';

/** That a property holds for so many values that are made up. */
export function always<Values>(t: Test, property: fc.IProperty<Values>, numRuns: number): void {
  t.doesNotThrow(() => fc.assert(property, { numRuns }));
}
