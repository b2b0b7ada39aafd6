import { FormDialog, Notice, useTexts, useWrite } from '@patchbay/console-kit';
import { applyTexts } from './texts.ts';

export interface VoteDialogProps {
  readonly change_id: string;
  readonly decision: 'approve' | 'reject';
  readonly sentence: string;
  onClose(): void;
}

/** A vote with the words that go with it. */
export function VoteDialog({ change_id, decision, sentence, onClose }: VoteDialogProps) {
  const t = useTexts(applyTexts);
  const isApproval = decision === 'approve';
  const vote = useWrite('POST', '/changes/{id}/approvals', {
    refreshes: ['/changes'],
    done: isApproval ? t.approved : t.rejected,
  });
  return (
    <FormDialog
      title={isApproval ? t.approve_title : t.reject_title}
      isOpen
      onClose={onClose}
      fields={[{ kind: 'multiline', key: 'comment', label: t.comment }]}
      initial={{ comment: '' }}
      action={isApproval ? t.approve : t.reject}
      extra={() => (
        <Notice title={sentence}>
          <p>{isApproval ? t.approve_hint : t.reject_hint}</p>
        </Notice>
      )}
      submit={({ comment }) =>
        vote.send({ path: { id: change_id }, body: { decision, ...(comment === '' ? {} : { comment }) } })
      }
    />
  );
}
