import type { ChangeOperation, Push, StagedFeature } from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import type { Behaviour } from './behaviour.ts';
import type { UnifiFeature } from './features.ts';
import { undoOf } from './inverses.ts';
import { isUnifiSecret } from './secret-fields.ts';
import { shownObject, type UnifiSession } from './unifi-session.ts';
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
  const schemas = new Map<ChangeOperation, TSchema>();
  const staged: StagedFeature<UnifiSession> = {
    key: feature.feature,
    title: titleOf(feature.feature),
    vendor: 'unifi',
    area: feature.area,
    operations: feature.operations,
    permission: feature.permission,
    risk: feature.catastrophic ? 'catastrophic' : 'normal',
    isSecret: isUnifiSecret,
    ...risksOf(feature.feature),
    ...(behaviour.carries ? { carries: behaviour.carries } : {}),
    ...(behaviour.singleton ? { singleton: true } : {}),
    ...undoOf(feature.feature),
    payload(operation) {
      const schema = schemas.get(operation) ?? behaviour.payload(operation);
      schemas.set(operation, schema);
      return schema;
    },
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

/** `switch.port_override` reads `Switch: port override`. */
function titleOf(key: string): string {
  const [area = '', ...name] = key.split('.');
  const words = name.join(' ').replaceAll('_', ' ');
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}: ${words}`;
}
