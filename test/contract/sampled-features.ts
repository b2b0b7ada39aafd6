import { sampled } from '../run/sample.ts';
import type { FeatureSample } from './samples.ts';

/**
 * Names of the features that are taken through, in their order: a share of them, and those that they name, by `@name`, in
 * a function or in `after`, since these must have been made before. In CI all.
 */
export function sampledFeatures(
  vendor: string,
  samples: Readonly<Record<string, Partial<FeatureSample> & object>>,
  share: number,
): readonly string[] {
  const names = Object.keys(samples);
  const wanted = new Set(sampled(vendor, names, share));
  for (const name of wanted) {
    const text = textOf(samples[name]);
    for (const other of samples[name]?.after ?? []) wanted.add(other);
    for (const other of names)
      if (text.includes(`@${other}"`) || text.includes(`'${other}'`)) wanted.add(other);
  }
  return names.filter((name) => wanted.has(name));
}

const textOf = (sample: unknown): string =>
  JSON.stringify(sample, (_key, value) => (typeof value === 'function' ? String(value) : value));
