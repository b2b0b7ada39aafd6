import type { Invocation } from '@patchbay/kernel/fabric';
import type { Principal } from '@patchbay/kernel/permissions';
import { isRecord } from '@patchbay/kernel/schema';
import type { OnceInvoker } from '@patchbay/module-fabric/contract';
import type { DraftCheck, Finding, TargetCheck } from '@patchbay/runs';
import Type, { type Static } from 'typebox';
import type { ActionDraft, ActionRun, AutomationAction } from '../../contract.ts';
import { automationWrite } from '../../permissions.ts';

const ID = 'fabric.operation';
const Params = Type.Object(
  {
    operation_id: Type.String({ minLength: 1, maxLength: 200 }),
    params: Type.Record(Type.String(), Type.Unknown()),
  },
  { additionalProperties: false },
);

/** Templates are judged with the whole rule; here it would be without the actions before it. */
const JUDGED_ELSEWHERE: ReadonlySet<string> = new Set(['TEMPLATE_UNRESOLVED']);

/** A native operation of the Fabric; a write is staged, once per effect, and never applied (SPEC 4.6). */
export const operationAction = (
  once: Pick<OnceInvoker, 'invoke' | 'preview'>,
  drafts: Pick<DraftCheck, 'findings'>,
  targets: Pick<TargetCheck, 'ofSteps'>,
): AutomationAction => ({
  action_type: ID,
  title: 'Operation',
  description: 'Invokes a native operation of the Fabric; a write is staged for review.',
  params: Params,
  permission: automationWrite.id,
  takesArtifact: true,
  check: (author, draft) => nestedFindings(drafts, author, draft),
  async look(unit, params) {
    const found = await targets.ofSteps(unit, [stepOf(params)]);
    return found.map((finding) => ({ ...finding, field: finding.field.replace(/^steps\.0\./, 'params.') }));
  },
  preview: (action) => once.preview(action.principal, nested(action)),
  async run({ signal, ...action }) {
    const invocation = { ...nested(action), signal };
    return { success: true, result: await once.invoke(action.principal, invocation) };
  },
});

/** The operation with what the action was given. */
function nested({ params, ...given }: Omit<ActionRun, 'signal'>): Invocation {
  const { effect_id, causation, trigger, artifact, keep_artifact } = given;
  return { ...(params as Static<typeof Params>), effect_id, causation, trigger, artifact, keep_artifact };
}

/** Judged like a Connection of all operations up to this one; only findings of this one are answered. */
function nestedFindings(
  drafts: Pick<DraftCheck, 'findings'>,
  author: Principal,
  { event_pattern, params, before }: ActionDraft,
): readonly Finding[] {
  const earlier = before
    .filter(({ action_type }) => action_type === ID)
    .map(({ params: each }) => stepOf(each));
  const steps = [...earlier, stepOf(params)];
  const prefix = `steps.${steps.length - 1}.`;
  return drafts
    .findings(author, { source_event: event_pattern, conditions: null, steps })
    .filter(({ field, type }) => field.startsWith(prefix) && !JUDGED_ELSEWHERE.has(type))
    .map((finding) => ({ ...finding, field: `params.${finding.field.slice(prefix.length)}` }));
}

/** Params as they were sent may be anything: the schema says so beside this. */
const stepOf = ({ operation_id, params }: Readonly<Record<string, unknown>>) => ({
  operation_id: typeof operation_id === 'string' ? operation_id : '',
  params: isRecord(params) ? params : {},
  on_failure: 'stop' as const,
});
