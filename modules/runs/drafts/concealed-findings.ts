import type { Principal } from '@patchbay/kernel/permissions';
import { isForAuthor } from '../records/secret-params.ts';
import type { Step } from '../steps/sealed-steps.ts';
import { FORBIDDEN } from './draft-check.ts';
import type { Finding } from './finding.ts';

const OF_PARAMS = /^(?:steps|actions)\.(\d+)\.params/;
const MESSAGE = 'the params that were kept do not fit; send others';

/** Findings as the caller may see them: of params that another wrote, and that were kept unseen, only where they stand. */
export const concealed = (
  findings: readonly Finding[],
  steps: readonly Step[],
  stored: readonly Step[],
  { author_id }: { readonly author_id: string },
  { user_id }: Principal,
): Finding[] =>
  findings.map((finding) => {
    const [field, number] = OF_PARAMS.exec(finding.field) ?? [];
    const step = number === undefined ? undefined : steps[Number(number)];
    // The same object only where it was kept.
    const isKept = step !== undefined && step.params === stored[Number(number)]?.params;
    const isSeen = !isKept || (user_id === author_id && isForAuthor(step));
    if (field === undefined || isSeen || finding.type === FORBIDDEN) return finding;
    return { ...finding, field, message: MESSAGE };
  });
