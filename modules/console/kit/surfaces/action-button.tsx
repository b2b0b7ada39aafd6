import { type ReactNode, useState } from 'react';
import { Button, type ButtonVariant } from '../controls/button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface ActionButtonProps {
  readonly children: string;
  readonly variant?: ButtonVariant;
  readonly isDisabled?: boolean;
  readonly isPending?: boolean;
  /** With it the action is asked for first. */
  readonly confirm?: { readonly title: string; readonly text?: ReactNode; readonly action?: string };
  run(): unknown;
}

/** A button that acts; with `confirm` after a question. Pending until `run` has settled. */
export function ActionButton({
  children,
  variant,
  isDisabled = false,
  isPending = false,
  confirm,
  run,
}: ActionButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const act = () => {
    setRunning(true);
    Promise.resolve(run()).finally(() => {
      setRunning(false);
      setAsking(false);
    });
  };
  return (
    <>
      <Button
        variant={variant ?? 'plain'}
        isDisabled={isDisabled}
        isPending={isPending || (isRunning && confirm === undefined)}
        onPress={() => (confirm === undefined ? act() : setAsking(true))}
      >
        {children}
      </Button>
      {confirm === undefined ? null : (
        <ConfirmDialog
          title={confirm.title}
          action={confirm.action ?? children}
          isDangerous={variant === 'danger'}
          isPending={isRunning}
          isOpen={isAsking}
          onConfirm={act}
          onClose={() => setAsking(false)}
        >
          {confirm.text}
        </ConfirmDialog>
      )}
    </>
  );
}
