const isSet = (name: string): boolean => ['true', '1'].includes(process.env[name] ?? '');

/** Whether tests run all they know: in CI, and where `TEST_WHOLE` is set. */
export const isWhole: boolean = isSet('CI') || isSet('TEST_WHOLE');

/** How often a heavy test does its work: `whole` times in CI, else as often as shows that it works. */
export const times = (whole: number, sampled: number): number => (isWhole ? whole : sampled);
