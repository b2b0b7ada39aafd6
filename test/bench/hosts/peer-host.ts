import { CACHE, RATE_LIMITER, RateLimiter, type RateLimitUse } from '@patchbay/kernel/cache';
import { provide, type Token, token } from '@patchbay/kernel/di';
import { readOperation } from '@patchbay/kernel/fabric';
import { createPlatform, type DiscoveredModule, defineModule } from '@patchbay/kernel/modules';
import { CLOCK } from '@patchbay/kernel/telemetry';
import pg from 'pg';
import Type from 'typebox';

/*
 * The platform beside its peers: what `npm start` runs, and a module whose one operation inserts the row that
 * the peers' flows insert, with the statement and the pool that their function nodes have.
 */

const ROWS: Token<pg.Pool> = token('bench.rows');
const CONNECTIONS = 10;

const insertRow = readOperation({
  id: 'bench.insert',
  title: 'Insert',
  description: 'Inserts one row.',
  input: Type.Object({
    org_id: Type.String(),
    seq: Type.Integer(),
    t0: Type.Integer(),
    message: Type.String(),
  }),
  permission: null,
  deps: { rows: ROWS },
  run: async ({ params, deps }) => {
    await deps.rows.query({
      name: 'insert',
      text: 'insert into chain_out (org_id, seq, t0, message) values ($1, $2, $3, $4)',
      values: [params.org_id, params.seq, params.t0, params.message],
    });
    return { output: {} };
  },
});

const rows: DiscoveredModule = {
  file: 'modules/bench/index.ts',
  declaration: defineModule({
    id: 'bench',
    title: 'Bench',
    status: 'available',
    prefixes: [],
    requires: ['fabric'],
    operations: [insertRow],
    providers: [
      provide(
        ROWS,
        [],
        () => new pg.Pool({ connectionString: process.env['ROWS_URL'], max: CONNECTIONS }),
        (pool) => pool.end(),
      ),
    ],
  }),
};

/** Events come in faster than an organization may send them; they are counted all the same. */
class Unlimited extends RateLimiter {
  override consume(use: RateLimitUse) {
    return super.consume({ ...use, limit: Number.MAX_SAFE_INTEGER });
  }
}

const platform = await createPlatform({
  modules: [rows],
  overrides: [provide(RATE_LIMITER, [CACHE, CLOCK], (cache, clock) => new Unlimited(cache, clock))],
});
process.on('SIGTERM', () => void platform.stop().then(() => process.exit(0)));
process.send?.({ url: platform.url });
