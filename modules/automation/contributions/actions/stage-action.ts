import { notFound } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import { badTarget, crossTenantTarget, refersTo, type Stager, templatePaths } from '@patchbay/kernel/fabric';
import type { PermissionMap, Principal } from '@patchbay/kernel/permissions';
import { isRecord, isUuid } from '@patchbay/kernel/schema';
import { judgeWrite, needsOf } from '@patchbay/module-changes/contract';
import type { OnceInvoker } from '@patchbay/module-fabric/contract';
import { type Finding, FORBIDDEN, fault, type TargetCheck } from '@patchbay/runs';
import type { StagedFeature } from '@patchbay/vendor-kit';
import Type, { type Static } from 'typebox';
import type { AutomationAction } from '../../contract.ts';
import { actionUnavailable } from '../../errors.ts';
import { automationWrite } from '../../permissions.ts';

const Params = Type.Object(
  {
    controller_id: Type.String({ minLength: 1 }),
    feature: Type.String({ minLength: 1, maxLength: 200 }),
    operation: Type.Enum(['create', 'update', 'delete']),
    target_id: Type.Optional(Type.String({ minLength: 1, maxLength: 512 })),
    payload: Type.Record(Type.String(), Type.Unknown()),
    notes: Type.Optional(Type.String({ maxLength: 4_000 })),
  },
  { additionalProperties: false },
);
type StageParams = Static<typeof Params>;

export interface StageActionDeps {
  readonly once: Pick<OnceInvoker, 'stageOnce'>;
  readonly stagers: Contributions<Stager>;
  readonly features: Contributions<StagedFeature>;
  readonly permissions: PermissionMap;
  readonly targets: Pick<TargetCheck, 'ofReferences' | 'ofWrite'>;
}

const Target = Type.Object({ controller_id: refersTo('controller') });

/** Puts a write into the pending queue, once per effect; only people apply it (SPEC 3.1). */
export const stageAction = ({
  once,
  stagers,
  features,
  permissions,
  targets,
}: StageActionDeps): AutomationAction => ({
  action_type: 'stage_change',
  title: 'Stage a change',
  description: 'Stages a write to a controller for review; nothing is applied.',
  params: Params,
  output: Type.Object({ change_id: Type.String(), feature: Type.String() }),
  permission: automationWrite.id,
  isAvailable: () => stagers.values.length > 0,
  check: (author, { params }) => [
    ...targetFindings(params),
    ...featureFindings(features, permissions, author, params),
  ],
  async look(unit, params) {
    const { controller_id, feature, operation } = params as Partial<StageParams>;
    const absent = await targets.ofReferences(unit, Target, params, 'params');
    // Whether there is such a feature at all is said beside this.
    if (!features.values.some(({ key }) => key === feature) || !feature || !operation) return absent;
    return [...absent, ...(await targets.ofWrite(unit, { feature, operation, controller_id }, 'params'))];
  },
  preview: ({ params }) => ({ hasEffect: true, produces: [], stages: targeted(params as StageParams) }),
  async run({ params, principal, effect_id, causation }) {
    const request = targeted(params as StageParams);
    const [stager] = stagers.values;
    if (stager === undefined) throw actionUnavailable();
    const stage = async () => {
      const { change_id } = await stager.stage(principal, { ...request, causation }).catch(asForeign);
      return { staged: true as const, change_id, feature: request.feature };
    };
    return { success: true, result: await once.stageOnce(principal, effect_id, stage) };
  },
});

/** Templates may have brought anything in the place of an id. */
function targeted(params: StageParams): StageParams {
  if (!isUuid(params.controller_id)) throw badTarget();
  return params;
}

/** Absent, and another organization's, look alike (DECISIONS 26). */
function asForeign(error: unknown): never {
  throw notFound.matches(error) ? crossTenantTarget({ cause: error }) : error;
}

function targetFindings({ controller_id }: Readonly<Record<string, unknown>>): readonly Finding[] {
  if (typeof controller_id !== 'string' || isUuid(controller_id)) return [];
  if (templatePaths(controller_id).length > 0) return [];
  return [fault('params.controller_id', 'BAD_TARGET', 'must be a UUID')];
}

function featureFindings(
  features: Contributions<StagedFeature>,
  permissions: PermissionMap,
  author: Principal,
  { feature: key, operation, target_id, payload }: Readonly<Record<string, unknown>>,
): readonly Finding[] {
  if (typeof key !== 'string') return [];
  const find = (wanted: string) => features.values.find((each) => each.key === wanted);
  const feature = find(key);
  if (feature === undefined) return [fault('params.feature', 'unknown_feature', 'no such feature')];
  const known = feature.operations.find((each) => each === operation);
  const write = {
    operation: known ?? 'update',
    target_id: typeof target_id === 'string' ? target_id : null,
    payload: isRecord(payload) ? payload : {},
  };
  const { allowed, reason } = judgeWrite(permissions, author, needsOf(feature, write, find));
  const refused = allowed ? [] : [fault('params.feature', FORBIDDEN, reason)];
  if (known === undefined)
    return [
      ...refused,
      fault('params.operation', 'not_allowed', `${key} supports: ${feature.operations.join(', ')}`),
    ];
  const isAimless = known !== 'create' && !feature.singleton && target_id === undefined;
  return isAimless
    ? [...refused, fault('params.target_id', 'required', `is required to ${known} one object`)]
    : refused;
}
