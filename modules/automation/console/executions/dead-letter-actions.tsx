import { ActionButton, useGo, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import { texts } from './texts.ts';

/** Replay or dismiss one failed execution. */
export function DeadLetterActions({ execution_id }: { readonly execution_id: string }) {
  const t = useTexts(texts);
  const go = useGo();
  const { mayCall } = useSession();
  const path = { execution_id };
  const replay = useWrite('POST', '/automation/dead-letters/{execution_id}/replay', {
    done: t.replayed,
    onDone: ({ id }) => go(`/executions/${id}`),
  });
  const dismiss = useWrite('DELETE', '/automation/dead-letters/{execution_id}', { done: t.dismissed });
  return (
    <>
      {mayCall('POST', '/automation/dead-letters/{execution_id}/replay') ? (
        <ActionButton run={() => replay.run({ path })}>{t.replay}</ActionButton>
      ) : null}
      {mayCall('DELETE', '/automation/dead-letters/{execution_id}') ? (
        <ActionButton
          variant="quiet"
          confirm={{ title: t.dismiss_question }}
          run={() => dismiss.run({ path })}
        >
          {t.dismiss}
        </ActionButton>
      ) : null}
    </>
  );
}
