import { renderTemplate } from '@patchbay/kernel/fabric';
import type { RunPlan, StepContext } from '../running/run-plan.ts';
import type { Step } from '../steps/sealed-steps.ts';
import { withoutTexts } from './hidden-params.ts';
import { withoutMarkers } from './redacted-values.ts';
import { holdsSecrets } from './secret-params.ts';

type Given = Pick<RunPlan, 'steps' | 'trigger'>;

/**
 * The steps before, for the templates of one. Its author may be another than theirs, with hidden params: outputs
 * that repeat such params are absent, or a template would show them (RULES R17, R21).
 */
export function contextFor(
  step: Step,
  plan: Given,
  { context }: { readonly context: readonly StepContext[] },
): readonly StepContext[] {
  return context.map((each, index) => {
    const source = plan.steps[index];
    const isOwn = source === undefined || source.params_of === step.params_of;
    if (isOwn || each.output === undefined || each.output === null) return each;
    const params = renderedParams(source, plan, context.slice(0, index));
    if (!holdsSecrets(params)) return each;
    return { ...each, output: withoutMarkers(withoutTexts(each.output, params)) };
  });
}

/** As the step was carried out with; its templates where they do not resolve any more. */
function renderedParams(
  source: Step,
  { trigger }: Given,
  steps: readonly StepContext[],
): Readonly<Record<string, unknown>> {
  const rendering = renderTemplate(source.params, { trigger, steps });
  return rendering.ok ? { ...source.params, rendered: rendering.value } : source.params;
}
