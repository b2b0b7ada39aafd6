import { useSearchText } from '@patchbay/console-kit';
import { useState } from 'react';
import { emptyDraft } from '../draft/connection-draft.ts';
import { Editor } from './editor.tsx';

/** `?event=` begins with an event. */
export default function NewConnectionPage() {
  const [event] = useSearchText('event');
  const [blank] = useState(() => emptyDraft(event));
  return (
    <Editor latest={null} blank={blank} opened={event === '' ? { at: 'event' } : { at: 'add', place: 0 }} />
  );
}
