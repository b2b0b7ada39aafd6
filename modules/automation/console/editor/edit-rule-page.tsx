import { ApiError, usePathParameter, useTagged, WaitingFor } from '@patchbay/console-kit';
import { useState } from 'react';
import { emptyRule } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';

/** No event tells that a rule was changed, so it is asked for while it is edited. */
const ASKED_EVERY_MS = 4_000;

export default function EditRulePage() {
  const rule_id = usePathParameter('rule_id');
  const [blank] = useState(() => emptyRule('', 'UTC'));
  const read = useTagged(
    '/automation/rules/{rule_id}',
    { path: { rule_id } },
    { everyMs: ASKED_EVERY_MS, live: ['automation.rule.*'] },
  );
  const isDeleted = read.error instanceof ApiError && read.error.status === 404;
  return (
    <WaitingFor read={read}>
      {(latest) => <RuleEditor key={rule_id} latest={latest} isDeleted={isDeleted} blank={blank} />}
    </WaitingFor>
  );
}
