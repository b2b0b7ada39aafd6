import { atLeast, type Bench } from '../../bench.ts';
import { bearer, compareHttp } from './http-sides.ts';

const body = JSON.stringify({ name: 'Site [<id>]' });

/** Creating a site is the write nearest to the floor: one row, its record, its event. */
export const write: Bench = {
  name: 'write',
  about: 'one audited write with its event (POST /sites)',
  run: async (stage) => [
    await compareHttp(stage, ({ admin }, floor) => {
      const headers = { 'content-type': 'application/json' };
      return {
        name: 'write',
        bar: atLeast(0.5),
        floor: { path: '/sites', method: 'POST', body, headers: { ...headers, ...bearer(floor.token) } },
        product: {
          path: '/api/v1/sites',
          method: 'POST',
          body,
          headers: { ...headers, ...bearer(admin.token) },
        },
        note: 'The product also numbers the event and seals the record in the same time.',
      };
    }),
  ],
};
