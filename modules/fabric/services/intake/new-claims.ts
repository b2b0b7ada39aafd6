import type { ClaimedRun, NewRunPlaces } from '@patchbay/runs';
import type { ConnectionMatch } from '../connections/connection-index.ts';
import type { BegunRun, NewRun } from './insert-runs.ts';

/** Runs that wait for nothing else of their Connection begin as they are written, as far as there are slots. */
export function claimedFor({ owner }: ConnectionMatch, run: NewRun, places: NewRunPlaces): NewRun {
  const { mode, max_parallel, id: owner_id, organization_id } = owner;
  const mayBegin = run.status === 'queued' && mode === 'parallel' && max_parallel === null;
  if (!mayBegin || !places.take({ owner_id, organization_id })) return run;
  return { ...run, claim_id: places.claim_id };
}

/** The run for its worker; the payload of the event is known already. */
export function begunRun(
  { sealed_plan, claim_id, author_id, id }: BegunRun,
  match: ConnectionMatch | undefined,
  term: ClaimedRun['term'],
): readonly ClaimedRun[] {
  if (match === undefined) return [];
  const { owner, event } = match;
  return [
    {
      id,
      claim_id,
      author_id,
      sealed_plan,
      organization_id: owner.organization_id,
      owner_id: owner.id,
      claims: 1,
      shadow: owner.shadow,
      steps: [],
      sealed_records: null,
      event_id: event.id,
      trigger: event.payload,
      causation: event.causation,
      ...(term === undefined ? {} : { term }),
      refusal: null,
      isNew: true,
    },
  ];
}
