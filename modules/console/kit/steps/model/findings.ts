/** A finding of a check on a draft. `field` is a dotted path in its body. */
export interface Finding {
  readonly field: string;
  readonly message: string;
  readonly type: string;
  readonly severity: 'error' | 'warning';
}

/** Where a finding is shown. */
export type FindingPlace =
  | { readonly at: 'event' | 'conditions' | 'settings' }
  | { readonly at: 'step'; readonly step: number; readonly path: string };

const OF_STEP = /^(?:connection\.)?(?:steps|actions)\.(\d+)(?:\.(.*))?$/;
const OF_EVENT = /^(?:connection\.)?(?:source_event|trigger_config|trigger_type)/;
const OF_CONDITIONS = /^(?:connection\.)?conditions/;

export function placeOf(field: string): FindingPlace {
  const [, step, path = ''] = OF_STEP.exec(field) ?? [];
  if (step !== undefined) return { at: 'step', step: Number(step), path: path.replace(/^params\.?/, '') };
  if (OF_EVENT.test(field)) return { at: 'event' };
  return { at: OF_CONDITIONS.test(field) ? 'conditions' : 'settings' };
}

/** Findings of one step. */
export const findingsOfStep = (findings: readonly Finding[], index: number): readonly Finding[] =>
  findings.filter(({ field }) => {
    const place = placeOf(field);
    return place.at === 'step' && place.step === index;
  });

export const findingsAt = (
  findings: readonly Finding[],
  at: 'event' | 'conditions' | 'settings',
): readonly Finding[] => findings.filter(({ field }) => placeOf(field).at === at);

/** Messages by path in the params of a step, for its form. */
export const paramErrors = (findings: readonly Finding[], index: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    findings.flatMap(({ field, message }) => {
      const place = placeOf(field);
      return place.at === 'step' && place.step === index && place.path !== '' ? [[place.path, message]] : [];
    }),
  );

/** A refused field of an error is a finding, too. */
export const findingsFrom = (
  details: readonly { readonly field: string; readonly message: string; readonly type: string }[],
): readonly Finding[] =>
  details.map(({ field, message, type }) => ({ field, message, type, severity: 'error' as const }));

export const worstOf = (findings: readonly Finding[]): 'error' | 'warning' | null =>
  findings.some(({ severity }) => severity === 'error') ? 'error' : findings.length > 0 ? 'warning' : null;
