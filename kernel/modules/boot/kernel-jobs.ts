import Type from 'typebox';
import { CONSUME_JOB, EVENT_BUS } from '../../events/index.ts';
import { DATABASE } from '../../infrastructure/database/index.ts';
import { removeExpiredKeys } from '../../infrastructure/http/index.ts';
import { type AnyJob, defineCronJob, defineJob } from '../../infrastructure/jobs/index.ts';
import { CLOCK } from '../../telemetry/index.ts';

/** Hands one batch of the log to the durable listeners of one kind or of several (DECISIONS 29). */
const consumeEvents = defineJob({
  id: CONSUME_JOB,
  payload: Type.Object({
    kind: Type.Optional(Type.String({ maxLength: 32 })),
    kinds: Type.Optional(Type.Array(Type.String({ maxLength: 32 }))),
    /** Tries that the kind had together with others. */
    tries: Type.Optional(Type.Integer()),
    from_cursor: Type.Integer(),
    to_cursor: Type.Integer(),
  }),
  deps: { bus: EVENT_BUS },
  run: ({ payload: { kind, kinds = [], tries = 0, from_cursor, to_cursor }, deps: { bus }, attempt }) =>
    kind === undefined
      ? bus.consumeAll(kinds, from_cursor, to_cursor, attempt)
      : bus.consume(kind, from_cursor, to_cursor, attempt + tries),
});

const forgetIdempotencyKeys = defineCronJob({
  id: 'http.forget_idempotency_keys',
  cron: '17 * * * *',
  deps: { database: DATABASE, clock: CLOCK },
  run: async ({ deps }) => {
    await removeExpiredKeys(deps.database, deps.clock);
  },
});

export const kernelJobs: readonly AnyJob[] = [consumeEvents, forgetIdempotencyKeys];
