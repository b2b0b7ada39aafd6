import { call } from '@patchbay/console-kit';
import { type Finding, isEventPattern } from '@patchbay/console-kit/steps-model';
import { bodyOf, type ConnectionDraft } from './connection-draft.ts';

/** Whether there is enough to be checked. */
export const isComplete = ({ name, source_event, steps }: ConnectionDraft): boolean =>
  name.trim() !== '' && isEventPattern(source_event) && steps.length > 0;

/** Findings of the platform on a draft that is not saved. */
export async function dryRun(
  draft: ConnectionDraft,
  connection_id: string | null,
): Promise<readonly Finding[]> {
  const query = { dry_run: true };
  const body = bodyOf(draft);
  const { data } =
    connection_id === null
      ? await call('POST', '/fabric/connections', { query, body })
      : await call('PATCH', '/fabric/connections/{connection_id}', { path: { connection_id }, query, body });
  return data.findings ?? [];
}
