import type { Owner } from '../owner.ts';

/** As the peers' flows: a condition, a text from the event, and one row inserted. */
const CHAIN = {
  name: 'chain',
  source_event: 'ingest.external',
  conditions: {
    logic: 'and',
    conditions: [{ field: 'payload.new_status', operator: 'eq', value: 'offline' }],
  },
  max_runs_per_minute: 1_000_000,
  steps: [
    { operation_id: 'fabric.log', params: { message: 'Event {{trigger.payload.seq}}' } },
    {
      operation_id: 'fabric.log',
      params: { message: 'Device {{trigger.payload.device_id}} is {{trigger.payload.new_status}}' },
    },
    {
      operation_id: 'bench.insert',
      params: {
        org_id: '{{trigger.payload.org_id}}',
        seq: '{{trigger.payload.seq}}',
        t0: '{{trigger.payload.t0}}',
        message: '{{steps.1.output.message}}',
      },
    },
  ],
};

/** Connects the chain; answers the key that events come in with. */
export async function connectChain({ post }: Owner): Promise<string> {
  await post('/fabric/connections', CHAIN);
  const { secret } = await post('/api-keys', { name: 'bench', scopes: ['event:write'] });
  return String(secret);
}

/** The table that the last step inserts into, as the peers' harness makes it. */
export const CHAIN_OUT = `create table if not exists chain_out (
  id uuid primary key default gen_random_uuid(), org_id uuid, seq bigint, t0 bigint, message text,
  created_at timestamptz not null default clock_timestamp())`;
