import { useSearchText } from '@patchbay/console-kit';
import { useState } from 'react';
import { emptyRule } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';

/** `?event=` begins with an event. */
export default function NewRulePage() {
  const [event] = useSearchText('event');
  const [blank] = useState(() => emptyRule(event, Intl.DateTimeFormat().resolvedOptions().timeZone));
  return <RuleEditor latest={null} blank={blank} />;
}
