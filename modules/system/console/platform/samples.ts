/** Figures of one moment. */
export interface Sample {
  /** Unix seconds. */
  readonly time: number;
  readonly values: Readonly<Record<string, number>>;
}

/** An hour at one sample in five seconds. */
const MOST = 720;

/** The samples with one more; the oldest go. */
export const withSample = (samples: readonly Sample[], sample: Sample): readonly Sample[] =>
  samples.at(-1)?.time === sample.time ? samples : [...samples, sample].slice(-MOST);

export interface Series {
  readonly label: string;
  readonly values: readonly (number | null)[];
}

/** One series of each name, in the order of the alphabet; null where a moment has no figure of it. */
export function seriesOf(samples: readonly Sample[], names?: readonly string[]): readonly Series[] {
  const all = names ?? [...new Set(samples.flatMap(({ values }) => Object.keys(values)))].toSorted();
  return all.map((label) => ({ label, values: samples.map(({ values }) => values[label] ?? null) }));
}

/** How much counters grew a second between neighbouring moments; null at the first and after a restart. */
export function ratesOf(samples: readonly Sample[], name: string): readonly (number | null)[] {
  return samples.map(({ time, values }, at) => {
    const former = samples[at - 1];
    const [now, before] = [values[name], former?.values[name]];
    if (former === undefined || now === undefined || before === undefined || now < before) return null;
    return (now - before) / Math.max(time - former.time, 1e-3);
  });
}
