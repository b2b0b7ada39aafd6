import { ANY_MEDIA, artifactRequired, type EventEntry } from '@patchbay/kernel/fabric';
import { type Finding, fault } from './finding.ts';
import type { NamedStep } from './template-check.ts';

/** True when one of the media types can be handed over. */
export const fitsMedia = (accepts: readonly string[], produced: ReadonlySet<string>): boolean =>
  produced.size > 0 && (accepts.includes(ANY_MEDIA) || accepts.some((type) => produced.has(type)));

/** A step that needs an artifact must come after one, or an event, that brings one of its kind. */
export function mediaFindings(
  steps: readonly NamedStep[],
  events: readonly EventEntry[],
): readonly Finding[] {
  let carried: ReadonlySet<string> = new Set(events.flatMap(({ produces }) => produces));
  return steps.flatMap(({ operation }, index) => {
    const accepts = operation?.accepts ?? [];
    const finding = accepts.length === 0 ? null : mediaFinding(accepts, carried, index);
    if ((operation?.produces ?? []).length > 0) carried = new Set(operation?.produces);
    return finding === null ? [] : [finding];
  });
}

function mediaFinding(
  accepts: readonly string[],
  carried: ReadonlySet<string>,
  index: number,
): Finding | null {
  const field = `steps.${index}.operation_id`;
  if (carried.size === 0)
    return fault(
      field,
      artifactRequired.type ?? 'ARTIFACT_REQUIRED',
      `needs an artifact (${accepts.join(', ')}), and nothing before it brings one`,
    );
  if (fitsMedia(accepts, carried)) return null;
  return fault(
    field,
    'media_type',
    `takes ${accepts.join(', ')}; before it there is ${[...carried].join(', ')}`,
  );
}
