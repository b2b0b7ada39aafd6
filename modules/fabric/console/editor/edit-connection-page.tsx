import { ApiError, usePathParameter, useTagged, WaitingFor } from '@patchbay/console-kit';
import { useState } from 'react';
import { emptyDraft } from '../draft/connection-draft.ts';
import { Editor } from './editor.tsx';

/** No event tells that a Connection was changed, so it is asked for while it is edited. */
const ASKED_EVERY_MS = 4_000;

export default function EditConnectionPage() {
  const connection_id = usePathParameter('connection_id');
  const [blank] = useState(emptyDraft);
  const read = useTagged(
    '/fabric/connections/{connection_id}',
    { path: { connection_id } },
    { everyMs: ASKED_EVERY_MS, live: ['fabric.connection.*'] },
  );
  const isDeleted = read.error instanceof ApiError && read.error.status === 404;
  return (
    <WaitingFor read={read}>
      {(latest) => (
        <Editor key={connection_id} latest={latest} isDeleted={isDeleted} blank={blank} opened={null} />
      )}
    </WaitingFor>
  );
}
