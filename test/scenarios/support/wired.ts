import type { Harness, Person } from '../../harness/index.ts';
import { waitFor } from '../../harness/index.ts';

export interface Run {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly finished_at: string | null;
  readonly steps: readonly { readonly input: { readonly payload: { readonly name: string } } }[];
}

/** A Connection that answers every new site with these steps; answers its id. */
export async function onNewSites(
  platform: Harness,
  as: Person,
  steps: readonly { readonly operation_id: string; readonly params: object }[],
): Promise<string> {
  const body = { name: 'tell of new sites', source_event: 'site.created', steps };
  const answer = await platform.call('POST', '/fabric/connections', { as, body });
  if (answer.status !== 201) throw new Error(`the Connection answered ${answer.status}: ${answer.text}`);
  return answer.body.id;
}

/** The step that puts the new site's name into an inbox. */
export const notify = ({ user_id }: Person) => ({
  operation_id: 'fabric.notify',
  params: { channels: { in_app: { user_ids: [user_id] } }, title: '{{trigger.name}}', body: 'made' },
});

/** Waits until the Connection has so many runs, all of them ended. */
export const endedRuns = (
  platform: Harness,
  as: Person,
  id: string,
  count: number,
  timeoutMs = 20_000,
): Promise<readonly Run[]> =>
  waitFor(
    `${count} runs to end`,
    async () => {
      const { body } = await platform.call('GET', `/fabric/connections/${id}/runs?per_page=200`, { as });
      const items = body.items as readonly Run[];
      return items.length >= count && items.every(({ finished_at }) => finished_at !== null) ? items : null;
    },
    { timeoutMs, everyMs: 100 },
  );

/** Titles of what Connections sent to somebody's inbox, sorted; no event is told there twice. */
export async function inboxOf(platform: Harness, as: Person): Promise<readonly string[]> {
  const { body } = await platform.call('GET', '/notifications?per_page=200', { as });
  const sent = body.items.filter(({ category }: { category: string }) => category === 'fabric');
  const events = body.items.filter((each: { category: string }) => !sent.includes(each));
  const told = new Set(events.map(({ event_id }: { event_id: string }) => event_id));
  if (told.size !== events.length) throw new Error('an event was told twice in one inbox');
  return sent.map(({ title }: { title: string }) => title).sort();
}
