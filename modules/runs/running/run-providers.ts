import { DATABASE } from '@patchbay/kernel/database';
import { type Provider, type Public, provide, provideAs, type Token } from '@patchbay/kernel/di';
import { EVENT_REGISTRY, SubscriptionRules } from '@patchbay/kernel/events';
import { PERMISSION_MAP } from '@patchbay/kernel/permissions';
import { SECRETS } from '@patchbay/kernel/secrets';
import { LOGGER } from '@patchbay/kernel/telemetry';
import type { RerunKind } from '../by-hand/rerun-kind.ts';
import { Reruns } from '../by-hand/reruns.ts';
import type { OwnerForRun, RunOwner } from '../by-hand/run-owner.ts';
import type { EventVisibility } from '../intake/event-visibility.ts';
import { FailingPause } from '../pausing/failing-pause.ts';
import { type PauseKind, Pausing } from '../pausing/pausing.ts';
import { AuthorViews } from '../records/author-views.ts';
import { RunRecords, type RunShown } from '../records/run-records.ts';
import type { RunWorker } from './run-worker.ts';

/** A kind of run, and the tokens of its parts. */
interface RunParts<O extends RunOwner, V> {
  readonly kind: RerunKind;
  readonly pausing: PauseKind;
  readonly shown: RunShown<V>;
  readonly ownerFor: Token<OwnerForRun<O>>;
  readonly worker: Token<Public<RunWorker>>;
  readonly made: {
    readonly views: Token<AuthorViews>;
    readonly visibility: Token<EventVisibility>;
    readonly pause: Token<Pausing>;
    readonly failing: Token<FailingPause>;
    readonly records: Token<Public<RunRecords<V>>>;
    readonly reruns: Token<Public<Reruns<O, V>>>;
  };
}

/** Provides the parts that every kind of run has alike. */
export function runProviders<O extends RunOwner, V>({
  kind,
  pausing,
  shown,
  ownerFor,
  worker,
  made,
}: RunParts<O, V>): readonly Provider[] {
  const { views, visibility, pause, failing, records, reruns } = made;
  return [
    provide(views, [SECRETS], (secrets) => new AuthorViews(secrets, kind.owners)),
    provideAs(visibility, SubscriptionRules, { registry: EVENT_REGISTRY, permissions: PERMISSION_MAP }),
    provide(pause, [DATABASE], (database) => new Pausing({ database, kind: pausing })),
    provide(
      failing,
      { pause, logger: LOGGER },
      (parts) => new FailingPause(parts),
      (made) => made.stop(),
    ),
    provide(records, { database: DATABASE, views }, (parts) => new RunRecords({ ...parts, kind, shown })),
    provide(
      reruns,
      { database: DATABASE, ownerFor, views, records, worker },
      ({ worker, ...parts }) => new Reruns({ ...parts, kind, wake: () => worker.wake() }),
    ),
  ];
}
