import {
  type BulkAction,
  call,
  refresh,
  tellDone,
  tellFailed,
  useSession,
  useTexts,
} from '@patchbay/console-kit';
import type { Alert } from './alert-badges.tsx';
import { texts } from './texts.ts';

type Act = 'acknowledge' | 'resolve';

const PATHS = {
  acknowledge: '/alerts/{alert_id}/acknowledge',
  resolve: '/alerts/{alert_id}/resolve',
} as const;

/** Acknowledging is for open alerts, resolving for all that are not done. */
const isFor = (act: Act, { status }: Alert): boolean =>
  act === 'acknowledge' ? status === 'open' : status !== 'resolved';

/** Acts on alerts, one by one; the platform has no route for several. */
export function useAlertActions(): readonly BulkAction<Alert>[] {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const run = async (act: Act, alerts: readonly Alert[]) => {
    let done = 0;
    try {
      for (const { id } of alerts.filter((alert) => isFor(act, alert))) {
        await call('POST', PATHS[act], { path: { alert_id: id } });
        done += 1;
      }
    } catch (error) {
      tellFailed(error);
    }
    refresh('/alerts');
    if (done > 0) tellDone(act === 'acknowledge' ? t.acknowledged_many(done) : t.resolved_many(done));
  };
  return (['acknowledge', 'resolve'] as const)
    .filter((act) => mayCall('POST', PATHS[act]))
    .map((act) => ({ id: act, label: t[act], run: (alerts) => run(act, alerts) }));
}
