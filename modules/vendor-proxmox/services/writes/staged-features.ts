import {
  type Applied,
  type Done,
  featureTitle,
  type Inverse,
  type Push,
  payloadPerOperation,
  type StagedFeature,
  tableFacts,
  type Verification,
} from '@patchbay/vendor-kit';
import type { HostSession } from '../exchange/host-session.ts';
import { targetNames } from '../exchange/path-parameters.ts';
import { kindOf } from '../inventory/object-kinds.ts';
import { readObject } from '../inventory/objects.ts';
import type { Operations } from '../schemas/operations.ts';
import { payloadSchema } from '../schemas/payload-schema.ts';
import type { HostFeature } from './features.ts';
import { inverseOf } from './inverse.ts';
import { pushFeature } from './push.ts';
import { pushLimitMs } from './push-limits.ts';
import { isHostSecret } from './secret-fields.ts';
import { verifyPush } from './verify.ts';
import { risksOf } from './write-risks.ts';

/** Fields that change without a write to the object: its node, and the host's own notes about it. */
const volatile = new Set([
  'node',
  'digest',
  'parent',
  'lock',
  'meta',
  'vmgenid',
  'running',
  'pending',
  'state',
]);

/** Every row of the vendor's table as a staged write. */
export const stagedFeatures = (
  features: readonly HostFeature[],
  operations: Operations,
): readonly StagedFeature<HostSession>[] => features.map((feature) => stagedFeature(feature, operations));

function stagedFeature(feature: HostFeature, operations: Operations): StagedFeature<HostSession> {
  const targeted = [feature.calls.update, feature.calls.delete].flatMap((call) => call ?? []);
  const isSingleton = targeted.length > 0 && targeted.every(({ path }) => targetNames(path).length === 0);
  const kind = kindOf(feature.name);
  const limitMs = pushLimitMs(feature);
  const isRead = kind !== undefined && targeted.length > 0;
  return Object.freeze({
    ...tableFacts('proxmox', feature, featureTitle(feature.name, titles)),
    ...(isSingleton ? { singleton: true } : {}),
    ...(limitMs === undefined ? {} : { push_limit_ms: limitMs }),
    payload: payloadPerOperation((operation) => payloadSchema(feature, operation, operations)),
    ...risksOf(feature.name),
    isSecret: isHostSecret,
    isVolatile: (field: string): boolean => volatile.has(field),
    apply: (session: HostSession, push: Push): Promise<Applied> => pushFeature(feature, session, push),
    verify: (session: HostSession, push: Push, applied: Applied): Promise<Verification> =>
      verifyPush(feature, operations.formats, session, push, applied),
    ...(isUndone(feature) ? { inverse: (done: Done): Inverse | null => inverseOf(feature, done) } : {}),
    ...(isRead
      ? { read: (session: HostSession, target_id: string | null) => readObject(session, kind, target_id) }
      : {}),
  });
}

/** Commands, and creations that another feature removes again, are not undone. */
const isUndone = ({ name, operations }: HostFeature): boolean =>
  kindOf(name) !== undefined && (operations.includes('update') || operations.length > 1);

const titles: Readonly<Record<string, string>> = {
  vm: 'Virtual machine',
  ha: 'High availability',
  sdn: 'SDN',
};
