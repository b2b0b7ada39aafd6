import {
  type Applied,
  type ChangeOperation,
  featureTitle,
  type Push,
  payloadPerOperation,
  type StagedFeature,
  tableFacts,
} from '@patchbay/vendor-kit';
import type { FirewallSession } from '../exchange/firewall-session.ts';
import type { Models } from '../inventory/models.ts';
import { FEATURE_PREFIX, type FirewallFeature } from './features.ts';
import { payloadSchema } from './payload-schema.ts';
import { push } from './push.ts';
import { undoCaution, unsetValue } from './undoing.ts';
import { readValue, verify } from './verify.ts';
import { risksOf } from './write-risks.ts';

/** Every row of the vendor's table as a staged write. */
export const stagedFeatures = (
  features: readonly FirewallFeature[],
  models: Models,
): readonly StagedFeature<FirewallSession>[] => features.map((feature) => stagedFeature(feature, models));

function stagedFeature(feature: FirewallFeature, models: Models): StagedFeature<FirewallSession> {
  const needsTarget = feature.kind === 'object' || feature.kind === 'flush';
  const facts = {
    ...tableFacts('pfsense', feature, featureTitle(feature.feature.slice(FEATURE_PREFIX.length))),
    isSecret: (field: string) => feature.model.fields.get(field)?.sensitive === true,
    ...(needsTarget ? {} : { singleton: true }),
    ...risksOf(feature.feature.slice(FEATURE_PREFIX.length)),
    payload: payloadPerOperation((operation) => payloadSchema(models, feature, operation)),
    apply: (session: FirewallSession, change: Push) => push(session, feature, change),
  };
  const reading = {
    read: (session: FirewallSession, target_id: string | null) => readValue(session, feature, target_id),
  };
  const verifying = {
    verify: (session: FirewallSession, change: Push, applied: Applied) =>
      verify(session, models, feature, change, applied),
  };
  // Tables fill by themselves, and a flush means any content.
  const filling = feature.kind === 'flush' ? { isVolatile: () => true } : {};
  const isStored = feature.isReadable;
  const isService = feature.kind === 'command' && feature.listPath !== null;
  return Object.freeze({
    ...facts,
    ...filling,
    unsetValue: (field: string) => unsetValue(feature, field),
    undoCaution: (operation: ChangeOperation) => undoCaution(feature, operation),
    ...(isStored ? reading : {}),
    ...(isStored || isService ? verifying : {}),
  });
}
