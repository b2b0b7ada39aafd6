import type { PatchbayError } from '@patchbay/kernel/errors';
import {
  decide,
  type PermissionMap,
  type Principal,
  refusal,
  type Verdict,
} from '@patchbay/kernel/permissions';
import type { ReviewedWrite, WeighedFeature, WriteNeeds } from '@patchbay/vendor-kit';
import { escalatingFields } from './escalation.ts';

type Find = (key: string) => WeighedFeature | undefined;

/** Permission to make gear run something, where SPEC 4.4 names none of its own. */
const OVER_GEAR = 'controller:write';
/** The permission that SPEC 4.4 gives to whole families "and any other"; each other one is named by it. */
const UNNAMED = 'network:write';

/**
 * Permissions and risk of one write to stage, approve or apply it: from its feature, its payload, and, for a
 * feature that carries writes of others, from those, never less than its own (RULES R22, DECISIONS 42).
 */
export function needsOf(feature: WeighedFeature, write: ReviewedWrite, find: Find): WriteNeeds {
  const own = needsOfOne(feature, write);
  if (feature.carries === undefined) return own;
  const carried = feature.carries(write)?.map(find) ?? [undefined];
  return carried.map((each) => (each ? needsOfOne(each, write) : UNKNOWN)).reduce(both, own);
}

function needsOfOne(feature: WeighedFeature, write: ReviewedWrite): WriteNeeds {
  const because = escalatingFields(feature, write);
  if (because.length === 0) return { risk: feature.risk, permissions: [feature.permission], because };
  const more = feature.permission === UNNAMED ? [OVER_GEAR] : [];
  return { risk: 'catastrophic', permissions: [feature.permission, ...more], because };
}

/** A write of unknown features. */
const UNKNOWN: WriteNeeds = Object.freeze({ risk: 'catastrophic', permissions: [OVER_GEAR], because: [] });

/** As much as either asks. */
export const both = (one: WriteNeeds, other: WriteNeeds): WriteNeeds => ({
  risk: one.risk === 'catastrophic' ? one.risk : other.risk,
  permissions: [...new Set([...one.permissions, ...other.permissions])],
  because: [...new Set([...one.because, ...other.because])],
});

/** Lowest role beside the permissions; null where they are enough. */
export const floorOf = ({ risk }: WriteNeeds): 'site_admin' | null =>
  risk === 'catastrophic' ? 'site_admin' : null;

function verdictsOf(map: PermissionMap, principal: Principal, needs: WriteNeeds): readonly Verdict[] {
  const role = floorOf(needs);
  return needs.permissions.map((permission) =>
    decide(map, principal, role === null ? { permission } : { permission, role }),
  );
}

/** Whether a principal may, and in words why not. */
export function judgeWrite(
  map: PermissionMap,
  principal: Principal,
  needs: WriteNeeds,
): Pick<Verdict, 'allowed' | 'reason'> {
  const verdicts = verdictsOf(map, principal, needs);
  const { allowed, reason } = verdicts.find((verdict) => !verdict.allowed) ?? GRANTED;
  return { allowed, reason: allowed ? reason : `${reason}${reasonOf(needs)}` };
}

const GRANTED = { allowed: true, reason: '' };

/** Refusal of a principal without the rights; undefined for one with them, whose use of the permissions is noted. */
export function writeRefusal(
  map: PermissionMap,
  principal: Principal,
  needs: WriteNeeds,
): PatchbayError | undefined {
  const judged = judgeWrite(map, principal, needs);
  if (!judged.allowed) return refusal(judged);
  for (const verdict of verdictsOf(map, principal, needs)) map.noteUse(principal, verdict);
  return undefined;
}

/** Throws `kernel.forbidden` unless the principal holds every permission and the floor. */
export function authorizeWrite(map: PermissionMap, principal: Principal, needs: WriteNeeds): void {
  const refused = writeRefusal(map, principal, needs);
  if (refused !== undefined) throw refused;
}

const reasonOf = ({ because }: WriteNeeds): string =>
  because.length === 0
    ? ''
    : ` for a payload that carries ${because.slice(0, 5).join(', ')}, by which gear runs something or lets someone in`;
