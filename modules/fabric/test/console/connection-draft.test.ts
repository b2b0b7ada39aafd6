import t from 'tap';
import { catalogOf, faultOfOrder } from '../../console/draft/catalog.ts';
import {
  bodyOf,
  type Connection,
  draftFrom,
  emptyDraft,
  fieldsOfDraft,
  isChanged,
  misplacedSteps,
  patchOf,
} from '../../console/draft/connection-draft.ts';
import { joinedFindings, localFindings } from '../../console/draft/local-findings.ts';
import { cardOf, panelOf, panelOfFinding } from '../../console/panels/panel.ts';

/** As it stands in place of params that are another author's. */
const REDACTED = '[redacted]';

const newStep = (name: string, params: Readonly<Record<string, unknown>> = {}) => ({
  key: name,
  name,
  params,
  on_failure: 'stop' as const,
  retry: { attempts: 3, delay_seconds: 10, otherwise: 'stop' as const },
  origin: null,
});

const id = '01a2149b-c3d5-713b-b01a-38fa8a6fbf84';
const stored: Connection = {
  id,
  organization_id: id,
  name: 'Keep the picture',
  source_event: 'cameras.event.*',
  conditions: { logic: 'and', conditions: [{ field: 'confidence', operator: 'gte', value: 0.8 }] },
  cooldown_seconds: 60,
  steps: [
    { operation_id: 'fabric.log', params: { message: 'seen at {{trigger.camera_id}}' }, on_failure: 'stop' },
    {
      operation_id: 'storage.store_blob',
      params: REDACTED,
      on_failure: 'retry',
      retry: { attempts: 5, delay_seconds: 30, otherwise: 'continue' },
    },
  ],
  mode: 'queued',
  max_parallel: null,
  max_runs_per_minute: 100,
  is_enabled: true,
  shadow: false,
  author_id: id,
  paused_reason: null,
  conditions_failed: 0,
  failures_in_a_row: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

t.test('a Connection that is loaded and not touched is the same, and has nothing to save', async (t) => {
  const draft = draftFrom(stored);
  const { name, source_event, conditions, cooldown_seconds, steps, mode, max_parallel, max_runs_per_minute } =
    stored;
  t.same(bodyOf(draft), {
    name,
    source_event,
    conditions,
    cooldown_seconds,
    steps,
    mode,
    max_parallel,
    max_runs_per_minute,
    is_enabled: true,
    shadow: false,
  });
  t.equal(isChanged(draft, draftFrom(stored)), false);
  t.same(patchOf(draft, draftFrom(stored)), {});
});

t.test('only what was changed is sent', async (t) => {
  const base = draftFrom(stored);
  t.same(patchOf({ ...base, cooldown_seconds: null, shadow: true }, base), {
    cooldown_seconds: 0,
    shadow: true,
  });
  t.same(patchOf({ ...base, conditions: { logic: 'and', rows: [] } }, base), {
    conditions: { logic: 'and', conditions: [] },
  });
  t.same(Object.keys(patchOf({ ...base, steps: base.steps.slice(1) }, base)), ['steps']);
});

t.test('params of another author hold only at the place where they stood', async (t) => {
  const { steps } = draftFrom(stored);
  t.same(misplacedSteps(steps), []);
  t.same(misplacedSteps([newStep('fabric.log'), ...steps]), [2]);
});

t.test('what two people changed can be laid beside each other', async (t) => {
  const fields = fieldsOfDraft(draftFrom(stored), 3);
  t.equal(fields['conditions'], 'confidence ≥ 0.8');
  t.equal(fields['step_1'], 'fabric.log {"message":"seen at {{trigger.camera_id}}"}');
  t.match(fields['step_2'], /^storage.store_blob "\[redacted\]" \{"on_failure":"retry"/);
  t.equal(fields['step_3'], null);
});

const operation = (id: string, accepts: string[], produces: string[]) => ({
  id,
  title: id,
  description: '',
  tier: 'native',
  provider_id: 'x',
  input_schema: {},
  produces,
  accepts,
  permission: null,
  write: false,
  feature: null,
});
const event = (event_type: string, produces: string[]) => ({
  event_type,
  title: event_type,
  description: '',
  tier: 'native',
  provider_id: 'x',
  payload_schema: {},
  produces,
});
const catalog = catalogOf({
  events: [event('cameras.event.motion', ['image/jpeg']), event('site.created', [])],
  operations: [
    operation('fabric.log', [], []),
    operation('cameras.snapshot', [], ['image/jpeg']),
    operation('storage.store_blob', ['blob'], []),
  ],
});

t.test('an order is refused where a media type does not fit', async (t) => {
  const [snapshot, store] = [newStep('cameras.snapshot'), newStep('storage.store_blob')];
  t.equal(faultOfOrder(catalog, 'site.created', [snapshot], [snapshot, store]), null);
  t.match(faultOfOrder(catalog, 'site.created', [snapshot, store], [store, snapshot]), {
    step: 0,
    before: [],
  });
  t.equal(
    faultOfOrder(catalog, 'cameras.event.*', [snapshot, store], [store, snapshot]),
    null,
    'the event brings one',
  );
});

t.test('what the browser sees is said before the platform is asked, and once', async (t) => {
  const words = {
    media: (takes: string, before: string | null) => `${takes} after ${before}`,
    later: (template: string) => `${template} later`,
    misplaced: (place: number) => `belongs to ${place}`,
  };
  const steps = [newStep('storage.store_blob'), newStep('fabric.log', { message: '{{steps.1.output}}' })];
  const own = localFindings({ ...emptyDraft('site.created'), steps }, catalog, words);
  t.same(
    own.map(({ field, message }) => [field, message]),
    [
      ['steps.0.operation_id', 'blob after null'],
      ['steps.1.params', '{{steps.1.output}} later'],
    ],
  );
  const platform = {
    field: 'steps.0.operation_id',
    type: 'media_type',
    message: 'said',
    severity: 'error' as const,
  };
  t.same(
    joinedFindings(own, [platform]).map(({ message }) => message),
    ['said', '{{steps.1.output}} later'],
  );
});

t.test('each card has its panel, and each finding leads to one', async (t) => {
  t.same(panelOf('event'), { at: 'event' });
  t.same(panelOf('step-4'), { at: 'step', key: 'step-4' });
  t.equal(cardOf({ at: 'conditions' }), 'conditions');
  t.equal(cardOf({ at: 'settings' }), null);
  t.same(panelOfFinding({ field: 'steps.1.params.to' }, [{ key: 'a' }, { key: 'b' }]), {
    at: 'step',
    key: 'b',
  });
  t.same(panelOfFinding({ field: 'steps.9.params' }, [{ key: 'a' }]), { at: 'settings' });
  t.same(panelOfFinding({ field: 'source_event' }, []), { at: 'event' });
});
