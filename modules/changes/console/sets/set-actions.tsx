import { ActionButton, LinkButton, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import type { ChangeSet } from './change-set.ts';
import { texts } from './texts.ts';

const ENDED = ['finished', 'stopped', 'cancelled'];

/** Actions on a set in its present status. */
export function SetActions({ set }: { readonly set: ChangeSet }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const refreshes = ['/change-sets', '/changes'];
  const path = { set_id: set.id };
  const apply = useWrite('POST', '/change-sets/{set_id}/apply', { refreshes, done: t.applied });
  const go = useWrite('POST', '/change-sets/{set_id}/continue', { refreshes, done: t.continued });
  const cancel = useWrite('POST', '/change-sets/{set_id}/cancel', { refreshes, done: t.cancelled_done });
  const left = set.changes.filter(
    ({ change_status, outcome }) => change_status === 'pending' && outcome !== 'applying',
  );
  const isEnded = ENDED.includes(set.status);
  return (
    <>
      {isEnded && left.length > 0 && mayCall('POST', '/change-sets') ? (
        <LinkButton
          to="/change-sets/new"
          search={{ changes: left.map(({ change_id }) => change_id).join(',') }}
        >
          {t.rest}
        </LinkButton>
      ) : null}
      {!isEnded && mayCall('POST', '/change-sets/{set_id}/cancel') ? (
        <ActionButton
          confirm={{ title: t.cancel_question, text: <p>{t.cancel_text}</p> }}
          run={() => cancel.run({ path })}
        >
          {t.cancel}
        </ActionButton>
      ) : null}
      {set.status === 'paused' && mayCall('POST', '/change-sets/{set_id}/continue') ? (
        <ActionButton
          variant="primary"
          confirm={{ title: t.continue_question, text: <p>{t.continue_text}</p> }}
          run={() => go.run({ path })}
        >
          {t.continue}
        </ActionButton>
      ) : null}
      {set.status === 'draft' && mayCall('POST', '/change-sets/{set_id}/apply') ? (
        <ActionButton
          variant="primary"
          confirm={{
            title: t.apply_question,
            text: <p>{t.apply_text(set.total, set.canary)}</p>,
            action: t.apply_now,
          }}
          run={() => apply.run({ path, body: { force: true } })}
        >
          {t.apply}
        </ActionButton>
      ) : null}
    </>
  );
}
