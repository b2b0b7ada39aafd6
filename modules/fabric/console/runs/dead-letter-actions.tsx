import { ActionButton, useGo, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import { texts } from './texts.ts';

/** Replay or dismiss one failed run. */
export function DeadLetterActions({ run_id }: { readonly run_id: string }) {
  const t = useTexts(texts);
  const go = useGo();
  const { mayCall } = useSession();
  const path = { run_id };
  const replay = useWrite('POST', '/fabric/dead-letters/{run_id}/replay', {
    done: t.replayed,
    onDone: ({ id }) => go(`/runs/${id}`),
  });
  const dismiss = useWrite('DELETE', '/fabric/dead-letters/{run_id}', { done: t.dismissed });
  return (
    <>
      {mayCall('POST', '/fabric/dead-letters/{run_id}/replay') ? (
        <ActionButton run={() => replay.run({ path })}>{t.replay}</ActionButton>
      ) : null}
      {mayCall('DELETE', '/fabric/dead-letters/{run_id}') ? (
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
