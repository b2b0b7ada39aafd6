import fc from 'fast-check';
import type { Pool } from './pool.ts';
import type { Schema } from './schema.ts';

const hostile = fc.constantFrom<unknown>(
  '',
  ' ',
  '\u0000',
  '\ud800',
  "'; drop table users; --",
  '%_\\',
  '../../etc/passwd',
  '{{constructor.prototype}}',
  'x'.repeat(10_000),
  -1,
  0,
  1e308,
  2 ** 53,
  null,
  true,
  [],
  {},
  [[[[]]]],
  { $ne: null },
  { constructor: { prototype: {} } },
);

/** What callers send who mean no good, or nothing. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  hostile,
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
);

/** Objects that nearly fit a schema: a sample with some of its fields changed, left out or added. */
export function nearly(schema: Schema, pool: Pool): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  const sample = fc.boolean().map((full) => pool.sampler().value(schema, { full }));
  if (names.length === 0) return fc.oneof(sample, anything);
  const changes = fc.array(fc.tuple(fc.constantFrom(...names), anything), { maxLength: 3 });
  const changed = fc
    .tuple(sample, changes, fc.subarray(names, { maxLength: 1 }))
    .map(([value, changes, gone]) => {
      const fields = Object.entries(Object(value)).filter(([name]) => !gone.includes(name));
      return Object.fromEntries([...fields, ...changes]);
    });
  return fc.oneof(
    { weight: 4, arbitrary: changed },
    { weight: 1, arbitrary: sample },
    { weight: 1, arbitrary: anything },
  );
}

/** How often each thing is tried, and from which seed. */
export const RUNS = Number(process.env['FUZZ_RUNS'] ?? 10);
export const SEED = Number(process.env['FUZZ_SEED'] ?? 20_260_901);
