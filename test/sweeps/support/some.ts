import { sampled } from '../../run/sample.ts';

const SHARE = 1 / 4;

/** A quarter of what a sweep goes over, by the seed of the run; in CI all of it. */
export const some = <T>(subject: string, items: readonly T[]): readonly T[] => sampled(subject, items, SHARE);
