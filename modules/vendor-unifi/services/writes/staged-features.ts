import {
  featureTitle,
  type Push,
  payloadPerOperation,
  type StagedFeature,
  tableFacts,
} from '@patchbay/vendor-kit';
import type { Behaviour } from '../behaviours/behaviour.ts';
import { shownObject, type UnifiSession } from '../exchange/unifi-session.ts';
import type { UnifiFeature } from './features.ts';
import { undoOf } from './inverses.ts';
import { isUnifiSecret } from './secret-fields.ts';
import { risksOf } from './write-risks.ts';

/** Every row of the vendor's table as a staged write. */
export const stagedFeatures = (
  features: readonly UnifiFeature[],
  behaviours: ReadonlyMap<string, Behaviour>,
): readonly StagedFeature<UnifiSession>[] =>
  features.map((feature) => {
    const behaviour = behaviours.get(feature.feature);
    if (!behaviour) throw new Error(`${feature.feature} is written in no known way`);
    return stagedFeature(feature, behaviour);
  });

function stagedFeature(feature: UnifiFeature, behaviour: Behaviour): StagedFeature<UnifiSession> {
  const { find, verify } = behaviour;
  const staged: StagedFeature<UnifiSession> = {
    ...tableFacts('unifi', feature, featureTitle(feature.feature)),
    isSecret: isUnifiSecret,
    ...risksOf(feature.feature),
    ...(behaviour.carries ? { carries: behaviour.carries } : {}),
    ...(behaviour.singleton ? { singleton: true } : {}),
    ...undoOf(feature.feature),
    payload: payloadPerOperation((operation) => behaviour.payload(operation)),
    apply: (session: UnifiSession, push: Push) => behaviour.apply(session.access, push),
  };
  return Object.freeze({
    ...staged,
    ...(find
      ? {
          async read(session: UnifiSession, target_id: string | null) {
            const value = await find(session.access, target_id);
            return value && shownObject(behaviour, value);
          },
          async readSecrets(session: UnifiSession, target_id: string | null) {
            const value = await find(session.access, target_id);
            return value && (behaviour.shown?.(value) ?? value);
          },
        }
      : {}),
    ...(verify
      ? {
          async verify(session: UnifiSession, push: Push, applied: { readonly target_id: string | null }) {
            const seen = await verify(session.access, push, applied);
            return { ...seen, value: seen.value && shownObject(behaviour, seen.value) };
          },
        }
      : {}),
  });
}
