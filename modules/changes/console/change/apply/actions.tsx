import { ActionButton, Button, useGo, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import { useState } from 'react';
import { type Change, isUnderWay } from '../../what.ts';
import type { Preview } from '../use-change.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { applyTexts } from './texts.ts';
import { VoteDialog } from './vote-dialog.tsx';

export interface ActionsProps {
  readonly change: Change;
  readonly preview: Preview | undefined;
  readonly sentence: string;
}

/** Actions that the viewer may take on a change now. */
export function Actions({ change, preview, sentence }: ActionsProps) {
  const { mayCall } = useSession();
  if (change.status === 'applied')
    return preview?.may_apply === true && mayCall('POST', '/changes/{id}/undo') ? (
      <Undo change={change} />
    ) : null;
  if (change.status !== 'pending' || preview === undefined || isUnderWay(change)) return null;
  return (
    <>
      <Votes change={change} preview={preview} sentence={sentence} />
      <Discard change={change} preview={preview} />
      <Apply change={change} preview={preview} sentence={sentence} />
    </>
  );
}

function Apply({ change, preview, sentence }: ActionsProps) {
  const t = useTexts(applyTexts);
  const { mayCall } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (preview?.may_apply !== true || !mayCall('POST', '/gateway-vpn/changes/{change_id}/apply')) return null;
  return (
    <>
      <Button variant="primary" onPress={() => setOpen(true)}>
        {t.apply}
      </Button>
      {isOpen ? (
        <ApplyDialog change={change} preview={preview} sentence={sentence} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

function Discard({ change, preview }: Omit<ActionsProps, 'sentence'>) {
  const t = useTexts(applyTexts);
  const { may, mayCall } = useSession();
  const discard = useWrite('POST', '/gateway-vpn/changes/{change_id}/discard', {
    refreshes: ['/changes'],
    done: t.discarded,
  });
  const isAllowed = (preview?.needs.permissions ?? []).every(may);
  if (!isAllowed || !mayCall('POST', '/gateway-vpn/changes/{change_id}/discard')) return null;
  const isUnknown = change.last_outcome === 'unknown';
  return (
    <ActionButton
      confirm={{ title: t.discard_question, text: <p>{isUnknown ? t.discard_unknown : t.discard_hint}</p> }}
      run={() =>
        discard.run({ path: { change_id: change.id }, ...(isUnknown ? { query: { force: true } } : {}) })
      }
    >
      {t.discard}
    </ActionButton>
  );
}

/** The author of a change does not vote on it. */
function Votes({ change, preview, sentence }: ActionsProps) {
  const t = useTexts(applyTexts);
  const { me, mayCall } = useSession();
  const [asked, ask] = useState<'approve' | 'reject' | null>(null);
  const withdraw = useWrite('DELETE', '/changes/{id}/approvals', {
    refreshes: ['/changes'],
    done: t.withdrawn,
  });
  const own = change.approvals.votes.find(({ user_id }) => user_id === me.id);
  const mayVote = change.staged_by !== me.id && preview?.may_apply === true;
  if (!mayVote || !mayCall('POST', '/changes/{id}/approvals')) return null;
  const stands = (decision: 'approve' | 'reject') => own?.decision === decision && own.fallen === undefined;
  return (
    <>
      {own === undefined ? null : (
        <ActionButton variant="quiet" run={() => withdraw.run({ path: { id: change.id } })}>
          {t.withdraw}
        </ActionButton>
      )}
      {stands('reject') ? null : <Button onPress={() => ask('reject')}>{t.reject}</Button>}
      {stands('approve') ? null : <Button onPress={() => ask('approve')}>{t.approve}</Button>}
      {asked === null ? null : (
        <VoteDialog change_id={change.id} decision={asked} sentence={sentence} onClose={() => ask(null)} />
      )}
    </>
  );
}

/** Only stages: the undoing write is reviewed and applied like any other, on its own page. */
function Undo({ change }: { readonly change: Change }) {
  const t = useTexts(applyTexts);
  const go = useGo();
  const undo = useWrite('POST', '/changes/{id}/undo', {
    refreshes: ['/changes'],
    done: t.undo_staged,
    onDone: ({ id }) => go(`/changes/${id}`),
  });
  return <ActionButton run={() => undo.run({ path: { id: change.id } })}>{t.undo}</ActionButton>;
}
