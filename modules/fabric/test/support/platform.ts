import { DATABASE, exempt, type Kysely, type Tables } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { type Harness, type Person, waitFor } from '@patchbay/test/harness';
import { ingestExternal } from '../../contract.ts';

export interface Step {
  readonly operation_id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly on_failure?: string;
}

export const logs = (message: string): Step => ({ operation_id: 'fabric.log', params: { message } });

/** Publishes external events, one per payload; answers their ids. */
export const publish = (
  harness: Harness,
  organization_id: string,
  payloads: readonly Readonly<Record<string, unknown>>[],
  causation: readonly string[] = [],
) =>
  harness
    .get(DATABASE)
    .write(systemPrincipal(organization_id), async (work) =>
      payloads.map((payload) => work.events.publish(ingestExternal, { name: null, payload }, { causation })),
    );

export async function connect(
  harness: Harness,
  as: Person,
  fields: Readonly<Record<string, unknown>>,
): Promise<string> {
  const body = { name: 'Wired', source_event: 'ingest.external', ...fields };
  const answer = await harness.call('POST', '/fabric/connections', { as, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id;
}

export const disconnect = (harness: Harness, as: Person, id: string) =>
  harness.call('DELETE', `/fabric/connections/${id}`, { as });

export const runsOf = async (harness: Harness, as: Person, id: string, query = '') =>
  (await harness.call('GET', `/fabric/connections/${id}/runs${query}`, { as })).body;

/** Waits until the Connection has so many runs, all of them ended. */
export const finished = (harness: Harness, as: Person, id: string, count: number) =>
  waitFor(`${count} finished runs`, async () => {
    const { items } = await runsOf(harness, as, id);
    const hasEnded = items.every((run: { finished_at: unknown }) => run.finished_at !== null);
    return items.length >= count && hasEnded ? items : null;
  });

const testExemption = exempt('fabric.tests', 'a test looks behind the curtain');

export const behind = <T>(harness: Harness, work: (db: Kysely<Tables>) => Promise<T>): Promise<T> =>
  harness.get(DATABASE).asSystem(testExemption, work);
