import {
  type Applied,
  type Done,
  featureTitle,
  type Inverse,
  type Push,
  payloadPerOperation,
  type StagedFeature,
  tableFacts,
  type VendorValue,
  type Verification,
} from '@patchbay/vendor-kit';
import type { FirewallSession } from '../exchange/firewall-session.ts';
import { FIRMWARE_LIMIT_MS } from '../exchange/firmware.ts';
import { readObject } from '../inventory/objects.ts';
import { entryId, entryOf, liveEntry } from '../inventory/table-entries.ts';
import type { FirewallFeature } from './features.ts';
import { inverseOf, unsetValue } from './inverse.ts';
import { payloadSchema } from './payload-schema.ts';
import { pushFeature } from './push.ts';
import { isFirewallSecret } from './secret-fields.ts';
import { verifyPush } from './verify.ts';
import { risksOf } from './write-risks.ts';

/** Every row of the vendor's table as a staged write. */
export const stagedFeatures = (
  features: readonly FirewallFeature[],
): readonly StagedFeature<FirewallSession>[] => features.map(stagedFeature);

function stagedFeature(feature: FirewallFeature): StagedFeature<FirewallSession> {
  const { kind } = feature;
  const hasTarget = Object.values(feature.calls).some((call) => call.parameter !== null);
  const facts = {
    ...tableFacts('opnsense', feature, featureTitle(feature.name)),
    ...(hasTarget ? {} : { singleton: true }),
    ...(kind === 'firmware' ? { push_limit_ms: FIRMWARE_LIMIT_MS } : {}),
    payload: payloadPerOperation((operation) => payloadSchema(feature, operation)),
    ...risksOf(feature.name),
    // Names the platform's own rules cannot know: `privkey`, and `Key` of a pre-shared key.
    isSecret: isFirewallSecret,
    // A command sets the fields that it is given, in groups and envelopes too.
    keepsInside: true,
    // Objects are configuration only: nothing in them moves by itself.
    isVolatile: () => false,
    apply: (session: FirewallSession, push: Push): Promise<Applied> => pushFeature(feature, session, push),
    inverse: (done: Done): Inverse | null => inverseOf(feature, done),
    unsetValue: (field: string): unknown => unsetValue(feature, field),
  };
  if (kind === 'command' || kind === 'firmware' || feature.name === 'system.config_restore')
    return Object.freeze(facts);
  const verified = {
    ...facts,
    verify: (session: FirewallSession, push: Push, applied: Applied): Promise<Verification> =>
      verifyPush(feature, session, push, applied),
  };
  const isReadable = kind === 'object' || kind === 'settings' || kind === 'table_entry';
  return Object.freeze(
    isReadable
      ? {
          ...verified,
          read: (session: FirewallSession, target_id: string | null) =>
            readTarget(feature, session, target_id),
        }
      : verified,
  );
}

async function readTarget(
  { kind, model }: FirewallFeature,
  session: FirewallSession,
  target_id: string | null,
): Promise<VendorValue | null> {
  if (kind === 'table_entry') {
    if (!target_id?.includes('/')) return null;
    const entry = await liveEntry(session, entryOf(target_id, {}));
    return entry && { id: entryId(entry), ...entry };
  }
  if (model === null || (kind === 'object' && target_id === null)) return null;
  return readObject(session, model, kind === 'settings' ? null : target_id);
}
