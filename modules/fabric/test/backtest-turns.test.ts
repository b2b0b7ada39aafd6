import { systemPrincipal } from '@patchbay/kernel/permissions';
import { staysResponsive } from '@patchbay/test/harness';
import t from 'tap';
import { freshState } from '../services/backtest/backtest-state.ts';
import { type PastEvent, pretendEvents } from '../services/backtest/pretend-events.ts';

const EVENTS = 20_000;
const organization_id = '0199aa00-0000-7000-8000-000000000001';

const draft = {
  id: '0199aa00-0000-7000-8000-000000000002',
  source_event: 'site.updated',
  conditions: {
    logic: 'or' as const,
    conditions: Array.from({ length: 20 }, (_, index) => ({
      field: `names.${index}`,
      operator: 'contains' as const,
      value: 'not in there',
    })),
  },
  cooldown_seconds: 0,
  max_runs_per_minute: null,
  steps: [],
};

const event: PastEvent = {
  id: '0199aa00-0000-7000-8000-000000000003',
  event_type: 'site.updated',
  payload: { names: Array.from({ length: 20 }, (_, index) => `${index} `.repeat(100)) },
  causation: [],
  occurred_at: '2026-01-01T00:00:00Z',
};

t.test('events that no condition lets through hold nobody up either', async (t) => {
  const steps = { run: () => Promise.reject(new Error('no step is to run')) };
  const events = Array.from({ length: EVENTS }, () => event);
  await staysResponsive(t, `${EVENTS} events that match and fail`, async () => {
    const state = freshState();
    const runs = await pretendEvents(draft, events, state, steps, systemPrincipal(organization_id));
    t.same([runs.length, state.matched, state.conditions_failed], [0, EVENTS, EVENTS]);
  });
});
