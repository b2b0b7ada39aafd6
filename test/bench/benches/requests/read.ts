import { call } from '../../../harness/http-client.ts';
import { atLeast, type Bar, type Bench } from '../../bench.ts';
import type { HttpFloor } from '../../floors/http-floor.ts';
import type { Scene } from '../../scene.ts';
import type { Stage } from '../../stage.ts';
import { bearer, compareHttp } from './http-sides.ts';

/** Both must answer the same devices, or the comparison is worth nothing. */
async function assertSame({ product, admin }: Scene, floor: HttpFloor, query: string): Promise<void> {
  const [theirs, ours] = await Promise.all([
    call(floor.url, 'GET', `/devices${query}`, { token: floor.token }),
    call(product.url, 'GET', `/api/v1/devices${query}`, { token: admin.token }),
  ]);
  const idsOf = (body: { items?: readonly { id: string }[]; total?: number }): string =>
    JSON.stringify([body.total, body.items?.map(({ id }) => id)]);
  if (theirs.status !== 200 || ours.status !== 200) throw new Error(`${theirs.text} ${ours.text}`);
  if (idsOf(theirs.body) !== idsOf(ours.body)) throw new Error('floor and product answer different pages');
}

const pageOf = (name: string, query: string, bar: Bar) => async (stage: Stage) => [
  await compareHttp(stage, async (scene, floor) => {
    await assertSame(scene, floor, query);
    return {
      name,
      bar,
      floor: { path: `/devices${query}`, headers: bearer(floor.token) },
      product: { path: `/api/v1/devices${query}`, headers: bearer(scene.admin.token) },
    };
  }),
];

export const read: Bench = {
  name: 'read',
  about: 'a page of 50 of 10,000 devices, with search and total',
  run: pageOf('read', '?search=core&page=1&per_page=50', atLeast(0.85)),
};

export const read0: Bench = {
  name: 'read0',
  about: 'the same without search',
  run: pageOf('read0', '?page=1&per_page=50', atLeast(0.75)),
};
