import { withDeadline } from '@patchbay/kernel/concurrency';
import { type Public, Service } from '@patchbay/kernel/di';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import type { SecretBox } from '@patchbay/kernel/secrets';
import { AdapterError, type DeviceConfirm } from '@patchbay/vendor-kit';
import { featureUnavailable } from '../../errors/index.ts';
import { type AttemptResult, reverted, succeeded, unknownEnd } from '../applying/attempt-outcome.ts';
import type { LiveValues } from '../live/live-values.ts';
import type { ChangeRow } from '../record/change-view.ts';
import type { FeatureIndex } from '../staging/feature-index.ts';
import { openToken } from './armed-token.ts';
import { KEEP_TIMEOUT_MS } from './arming.ts';
import type { Ending } from './ending-claims.ts';
import { shownOf } from './stands-as-before.ts';

/** Finds out whether the device took a change back by itself. It is only read; nothing is pushed. */
export class RollbackByDevice extends Service<{
  features: Public<FeatureIndex>;
  live: Pick<Public<LiveValues>, 'open'>;
  secrets: Pick<SecretBox, 'open'>;
}> {
  /** The outcome, or the reason why it is not known yet. Throws `AdapterError`. */
  async judge(change: ChangeRow, ending: Ending): Promise<AttemptResult | string> {
    const feature = this.parts.features.find(change.feature);
    if (feature === undefined) return featureUnavailable.message;
    const session = await this.parts.live.open(
      systemPrincipal(change.organization_id),
      feature,
      change.controller_id,
    );
    const { confirm } = session ?? {};
    if (confirm === undefined) return featureUnavailable.message;
    const token = openToken(this.parts.secrets, ending);
    if (await asked(confirm.isArmed(token))) return 'The device still stands ready to take it back.';
    const shown = await shownOf(feature, session, change, ending);
    const known = { target_id: ending.target_id, before: ending.before, after: ending.after };
    if (shown === undefined || shown.isAsBefore) {
      await cleared(confirm, token);
      return reverted('The change was not confirmed in time; the device took it back.', known);
    }
    // A confirmation reached the device, and its own answer did not reach us.
    if (ending.ending === 'confirm' && shown.isAsAfter) return succeeded(known);
    return unknownEnd(
      'The change was not confirmed in time; the device no longer stands ready to take it back, and shows something else than before.',
      { ...known, after: shown.live },
    );
  }
}

const late = (): AdapterError =>
  new AdapterError('adapter_timeout', 'not_sent', 'The controller did not answer in time.');

const asked = (answer: Promise<boolean>): Promise<boolean> => withDeadline(KEEP_TIMEOUT_MS, answer, late);

/** Remains of arming; the change is rolled back whether they can be cleared or not. */
async function cleared(confirm: DeviceConfirm, token: string): Promise<void> {
  await withDeadline(KEEP_TIMEOUT_MS, confirm.keep(token), late).catch(() => {});
}
