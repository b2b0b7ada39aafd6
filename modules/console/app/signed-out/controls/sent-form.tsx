import type { ReactNode } from 'react';
import { FaultNotice, type Meanings } from './fault-notice.tsx';
import { fieldFault } from './faults.ts';
import { PlainButton } from './plain-button.tsx';
import { useAttempt } from './use-attempt.ts';

export interface SentFormProps {
  /** The verb of the button. */
  readonly action: string;
  send(): Promise<unknown>;
  readonly meanings?: Meanings;
  /** Names of the fields as the platform knows them. */
  readonly fields?: readonly string[];
  /** The fields; `faultOf` answers what the platform says about one. */
  children(faultOf: (field: string) => string | undefined): ReactNode;
  /** Beside the button. */
  readonly more?: ReactNode;
}

/** A form that says why it was refused. */
export function SentForm({ action, send, meanings = {}, fields = [], children, more }: SentFormProps) {
  const { isPending, failure, run, forget } = useAttempt();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        run(send);
      }}
    >
      {failure === null ? null : (
        <FaultNotice {...failure} meanings={meanings} fields={fields} onOver={forget} />
      )}
      {children((field) => fieldFault(failure?.error, field))}
      <div className="row">
        <PlainButton isSubmit variant="primary" isPending={isPending}>
          {action}
        </PlainButton>
        {more}
      </div>
    </form>
  );
}
