import type { World } from '../world/world.ts';
import type { ApplyBook } from './apply-book.ts';

const PATH = '/changes/routeros.firewall.filter?operation=create';

/** A write that is staged, and applied at every process at once. */
export async function applyOnAll(
  world: World,
  book: ApplyBook,
  urls: readonly string[],
  marker: string,
  kill: number,
): Promise<void> {
  const since = world.lab.ledger.size;
  const payload = { chain: 'forward', action: 'accept', comment: marker };
  const staged = await firstAnswer(world, urls, `/gateway-mikrotik-firewall/${world.controller_id}${PATH}`, {
    payload,
  });
  if (staged?.status !== 201) return;
  const change_id: string = staged.body.id;
  book.watch({ change_id, marker, since, kill });
  const answers = await Promise.all(
    urls.map((at) =>
      world
        .call('POST', `/gateway-vpn/changes/${change_id}/apply`, {
          at,
          body: { force: true },
          timeoutMs: 90_000,
        })
        .catch(() => null),
    ),
  );
  if (answers.some((answer) => answer?.status === 200)) book.acknowledge(change_id);
}

/** From the first process that answers. */
async function firstAnswer(world: World, urls: readonly string[], path: string, body: object) {
  for (const at of urls) {
    const answer = await world.call('POST', path, { at, body, timeoutMs: 20_000 }).catch(() => null);
    if (answer !== null && answer.status < 500) return answer;
  }
  return null;
}
