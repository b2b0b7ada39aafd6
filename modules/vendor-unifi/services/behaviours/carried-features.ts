import type { FeatureCall, UnifiFeature } from '../writes/features.ts';

const shapeOf = ({ method, base, path }: FeatureCall): string =>
  `${method} ${base}:${path.replace(/\{\w+\}/g, '{}')}`;

/** Keys of the other features of the table that make such a call, whatever their placeholders are called. */
export const featuresCalling = (
  own: UnifiFeature,
  all: readonly UnifiFeature[],
  call: FeatureCall,
): readonly string[] =>
  all
    .filter((other) => other !== own)
    .filter(({ calls }) => Object.values(calls).some((each) => shapeOf(each) === shapeOf(call)))
    .map(({ feature }) => feature);
