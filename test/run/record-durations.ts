import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DURATIONS, durationsOf, RECORDED, RECORDED_SECONDS } from './plan/plan.ts';

/** Records how long files took in the last sampled run of all, for machines on which none has run. */
const root = join(import.meta.dirname, '..', '..');
const longer = Object.entries(durationsOf(root, DURATIONS))
  .filter(([, seconds]) => seconds >= RECORDED_SECONDS)
  .map(([file, seconds]) => [file, Math.round(seconds)] as const)
  .sort(([one], [other]) => (one < other ? -1 : 1));
await writeFile(join(root, RECORDED), `${JSON.stringify(Object.fromEntries(longer), null, 2)}\n`);
