import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  Notice,
  RadioField,
  refresh,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import type { Change } from '../../what.ts';
import { texts } from '../texts.ts';
import type { Preview } from '../use-change.ts';
import { ApplyFailure } from './apply-failure.tsx';
import { obstacleText, obstacleTexts } from './obstacles.ts';
import { applyTexts } from './texts.ts';

export interface ApplyDialogProps {
  readonly change: Change;
  readonly preview: Preview | undefined;
  readonly sentence: string;
  onClose(): void;
}

const PRESETS_SECONDS = [30, 60, 120, 300, 900] as const;
const NONE = 'none';

/** Refused by a checkbox of the dialog, not by the platform. */
const ANSWERED_HERE = ['changes.unacknowledged'];

/** The last look before a device is written to. */
export function ApplyDialog({ change, preview, sentence, onClose }: ApplyDialogProps) {
  const t = useTexts(applyTexts);
  const r = useTexts(texts);
  const o = useTexts(obstacleTexts);
  const w = useTexts(words);
  const [acceptsStale, acceptStale] = useState(false);
  const [acknowledges, acknowledge] = useState(false);
  const [seconds, choose] = useState(NONE);
  const [error, setError] = useState<unknown>(null);
  const apply = useWrite('POST', '/gateway-vpn/changes/{change_id}/apply', {
    refreshes: ['/changes', '/change-sets', '/gateway'],
    done: ({ attempt }) => (attempt.outcome === 'awaiting_confirmation' ? t.awaiting : t.applied),
    onDone: onClose,
  });
  const isUnknown = change.last_outcome === 'unknown';
  const isHeld = (change.stale && !acceptsStale) || (isUnknown && !acknowledges);
  const send = () => {
    setError(null);
    apply
      .send({
        path: { change_id: change.id },
        body: {
          force: true,
          ...(acceptsStale ? { accept_stale: true } : {}),
          ...(acknowledges ? { acknowledge_unknown: true } : {}),
          ...(seconds === NONE ? {} : { confirm_within_seconds: Number(seconds) }),
        },
      })
      .catch((failure: unknown) => {
        setError(failure);
        refresh('/changes');
      });
  };
  const obstacles = (preview?.obstacles ?? []).filter(({ id }) => !ANSWERED_HERE.includes(id));
  return (
    <Dialog title={t.title} isOpen onClose={onClose} keepsOpen={apply.isPending}>
      <p>
        <strong>{sentence}</strong>
      </p>
      <p>{t.what}</p>
      {error === null ? (
        obstacles.map((each) => (
          <Notice key={each.id} kind="warning">
            <p>{obstacleText(o, each)}</p>
          </Notice>
        ))
      ) : (
        <ApplyFailure error={error} change={change} preview={preview} />
      )}
      {change.stale ? (
        <Notice kind="warning" title={r.stale}>
          <Checkbox isSelected={acceptsStale} onChange={acceptStale}>
            {t.accept_stale}
          </Checkbox>
        </Notice>
      ) : null}
      {isUnknown ? (
        <Checkbox isSelected={acknowledges} onChange={acknowledge}>
          {t.acknowledge_unknown}
        </Checkbox>
      ) : null}
      <ConfirmChoice change={change} value={seconds} onChange={choose} />
      {apply.isPending ? <p role="status">{t.sending}</p> : null}
      <DialogActions>
        <Button onPress={onClose}>{w.cancel}</Button>
        <Button
          variant={change.risk === 'catastrophic' ? 'danger' : 'primary'}
          isPending={apply.isPending}
          isDisabled={isHeld}
          onPress={send}
        >
          {t.apply_now}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ConfirmChoiceProps {
  readonly change: Change;
  readonly value: string;
  onChange(value: string): void;
}

/** Whether it is taken back unless confirmed; only for writes that can be. */
function ConfirmChoice({ change: { confirm, warnings }, value, onChange }: ConfirmChoiceProps) {
  const t = useTexts(applyTexts);
  if (confirm === null) return null;
  const how = confirm === 'device' ? t.confirm_device : t.confirm_inverse;
  return (
    <RadioField
      label={t.confirm}
      hint={warnings.length > 0 ? `${t.confirm_advice} ${how}` : how}
      choices={[
        { value: NONE, label: t.confirm_none },
        ...PRESETS_SECONDS.map((each) => ({
          value: String(each),
          label: each < 60 ? t.confirm_seconds(each) : t.confirm_minutes(each / 60),
        })),
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
