import { forbidden, validationFailed } from '@patchbay/kernel/errors';
import { parsePattern, type SubscriptionRules } from '@patchbay/kernel/events';
import type { Principal } from '@patchbay/kernel/permissions';

/** 422 for what is no pattern, 403 for one that can match what this author may not see, or nothing (DECISIONS 31). */
export function assertGranted(
  rules: Pick<SubscriptionRules, 'granted'>,
  principal: Principal,
  patterns: readonly string[],
): void {
  const faults = patterns.flatMap((text, index) =>
    parsePattern(text) === null
      ? [{ field: `events.${index}`, message: 'is no event type and no pattern', type: 'pattern' }]
      : [],
  );
  if (faults.length > 0) throw validationFailed({ details: faults });
  const denied = patterns.filter((text) => rules.granted(principal, text) === null);
  if (denied.length > 0)
    throw forbidden({
      message: `Not allowed: ${denied.slice(0, 5).join(', ')}: you may not see every event it matches, or it matches none.`,
    });
}
