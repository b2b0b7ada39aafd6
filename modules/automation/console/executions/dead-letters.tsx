import {
  ActionButton,
  call,
  ResourceList,
  refresh,
  Stack,
  tellDone,
  tellFailed,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { DeadLetterActions } from './dead-letter-actions.tsx';
import { type ExecutionRow, useExecutionColumns } from './executions-list.tsx';
import { texts } from './texts.ts';

const EVERY_MS = 15_000;

/** Failed executions that wait to be replayed or dismissed; of one rule, or of all. */
export function DeadLetters({ rule_id }: { readonly rule_id?: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const columns = useExecutionColumns(rule_id === undefined);
  const mayReplay = mayCall('POST', '/automation/dead-letters/{execution_id}/replay');
  return (
    <Stack>
      {rule_id === undefined ? null : <ReplayAll rule_id={rule_id} />}
      <ResourceList
        path="/automation/dead-letters"
        query={rule_id === undefined ? {} : { rule_id }}
        label={t.dead_letters}
        prefix="dead_"
        columns={columns}
        sort="-created_at"
        rowHref={({ id }) => `/executions/${id}`}
        rowActions={({ id }) => <DeadLetterActions execution_id={id} />}
        live={['automation.execution.failed']}
        everyMs={EVERY_MS}
        exportName="rule-dead-letters"
        {...(mayReplay
          ? {
              bulk: [
                {
                  id: 'replay',
                  label: t.replay,
                  confirm: t.bulk_replay,
                  run: (rows: readonly ExecutionRow[]) => each(rows, replayOne, t.replayed),
                },
                {
                  id: 'dismiss',
                  label: t.dismiss,
                  isDangerous: true,
                  confirm: t.bulk_dismiss,
                  run: (rows: readonly ExecutionRow[]) => each(rows, dismissOne, t.dismissed),
                },
              ],
            }
          : {})}
        empty={{ title: t.no_dead, hint: t.no_dead_hint }}
      />
    </Stack>
  );
}

const replayOne = (execution_id: string) =>
  call('POST', '/automation/dead-letters/{execution_id}/replay', { path: { execution_id } });
const dismissOne = (execution_id: string) =>
  call('DELETE', '/automation/dead-letters/{execution_id}', { path: { execution_id } });

/** One after another, so that none of many is refused for coming too fast. */
async function each(
  rows: readonly ExecutionRow[],
  act: (id: string) => Promise<unknown>,
  done: string,
): Promise<void> {
  try {
    for (const { id } of rows) await act(id);
    tellDone(done);
  } catch (error) {
    tellFailed(error);
  } finally {
    refresh('/automation');
  }
}

function ReplayAll({ rule_id }: { readonly rule_id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const replay = useWrite('POST', '/automation/dead-letters/replay', {
    done: ({ replayed, left }) => t.replayed_all(replayed, left),
  });
  if (!mayCall('POST', '/automation/dead-letters/replay')) return null;
  return (
    <div>
      <ActionButton
        confirm={{ title: t.replay_all, text: <p>{t.replay_all_question}</p> }}
        run={() => replay.run({ body: { rule_id } })}
      >
        {t.replay_all}
      </ActionButton>
    </div>
  );
}
