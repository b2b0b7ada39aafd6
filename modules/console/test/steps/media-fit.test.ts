import {
  findingsAt,
  findingsOfStep,
  mediaFaults,
  newMediaFault,
  paramErrors,
  placeOf,
} from '@patchbay/console-kit/steps-model';
import t from 'tap';

const plain = { accepts: [], produces: [] };
const camera = { accepts: [], produces: ['image/jpeg'] };
const store = { accepts: ['image/jpeg', 'blob'], produces: [] };
const pictures = { accepts: ['image/png'], produces: [] };

t.test('a step is handed the last artifact before it, or that of the event', async (t) => {
  t.same(mediaFaults([], [camera, plain, store]), []);
  t.same(mediaFaults(['image/jpeg'], [store]), []);
  t.same(mediaFaults([], [store, camera]), [{ step: 0, accepts: store.accepts, before: [] }]);
  t.same(mediaFaults([], [camera, pictures]), [{ step: 1, accepts: ['image/png'], before: ['image/jpeg'] }]);
  t.same(mediaFaults(['application/pdf'], [store]), [], 'a blob is any kind');
  t.same(mediaFaults([], [undefined]), [], 'what is not known is not judged');
});

t.test('an order is refused for faults that it brings, not for those that were there', async (t) => {
  t.match(newMediaFault([], [camera, store], [store, camera], [1, 0]), { step: 0 });
  t.equal(newMediaFault([], [store, plain], [plain, store], [1, 0]), null);
  t.match(newMediaFault([], [store], [store, store], [0, null]), { step: 1 }, 'the new one');
});

t.test('findings stand at the nodes that they are about', async (t) => {
  const finding = (field: string) => ({ field, message: field, type: 'x', severity: 'error' as const });
  const all = [
    'name',
    'source_event',
    'conditions.conditions.0.value',
    'steps.1.params.to.0',
    'actions.2.action_type',
    'trigger_config.cron',
    'connection.steps.0.params',
  ].map(finding);
  t.same(
    all.map(({ field }) => placeOf(field)),
    [
      { at: 'settings' },
      { at: 'event' },
      { at: 'conditions' },
      { at: 'step', step: 1, path: 'to.0' },
      { at: 'step', step: 2, path: 'action_type' },
      { at: 'event' },
      { at: 'step', step: 0, path: '' },
    ],
  );
  t.equal(findingsOfStep(all, 1).length, 1);
  t.equal(findingsAt(all, 'event').length, 2);
  t.same(paramErrors(all, 1), { 'to.0': 'steps.1.params.to.0' });
});
