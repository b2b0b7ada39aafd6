import {
  ActionButton,
  call,
  PageLink,
  ResourceList,
  refresh,
  Stack,
  tellDone,
  tellFailed,
  useRead,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { DeadLetterActions } from './dead-letter-actions.tsx';
import { type RunRow, useRunColumns } from './runs-list.tsx';
import { texts } from './texts.ts';

const EVERY_MS = 15_000;

/** Failed runs that wait to be replayed or dismissed; of one Connection, or of all. */
export function DeadLetters({ connection_id }: { readonly connection_id?: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const columns = useRunColumns();
  const mayReplay = mayCall('POST', '/fabric/dead-letters/{run_id}/replay');
  return (
    <Stack>
      {connection_id === undefined ? null : <ReplayAll connection_id={connection_id} />}
      <ResourceList
        path="/fabric/dead-letters"
        query={connection_id === undefined ? {} : { connection_id }}
        label={t.dead_letters}
        prefix="dead_"
        columns={[
          ...columns,
          ...(connection_id === undefined
            ? [
                {
                  id: 'connection',
                  title: t.connection,
                  cell: (row: RunRow) => <ConnectionName connection_id={row.connection_id} />,
                  text: (row: RunRow) => row.connection_id,
                },
              ]
            : []),
        ]}
        sort="-created_at"
        rowHref={({ id }) => `/runs/${id}`}
        rowActions={({ id }) => <DeadLetterActions run_id={id} />}
        everyMs={EVERY_MS}
        exportName="dead-letters"
        {...(mayReplay
          ? {
              bulk: [
                {
                  id: 'replay',
                  label: t.replay,
                  confirm: t.bulk_replay,
                  run: (rows: readonly RunRow[]) => each(rows, replayOne, t.replayed),
                },
                {
                  id: 'dismiss',
                  label: t.dismiss,
                  isDangerous: true,
                  confirm: t.bulk_dismiss,
                  run: (rows: readonly RunRow[]) => each(rows, dismissOne, t.dismissed),
                },
              ],
            }
          : {})}
        empty={{ title: t.no_dead, hint: t.no_dead_hint }}
      />
    </Stack>
  );
}

const replayOne = (run_id: string) =>
  call('POST', '/fabric/dead-letters/{run_id}/replay', { path: { run_id } });
const dismissOne = (run_id: string) => call('DELETE', '/fabric/dead-letters/{run_id}', { path: { run_id } });

/** One after another, so that none of many is refused for coming too fast. */
async function each(
  rows: readonly RunRow[],
  act: (id: string) => Promise<unknown>,
  done: string,
): Promise<void> {
  try {
    for (const { id } of rows) await act(id);
    tellDone(done);
  } catch (error) {
    tellFailed(error);
  } finally {
    refresh('/fabric');
  }
}

function ReplayAll({ connection_id }: { readonly connection_id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const replay = useWrite('POST', '/fabric/dead-letters/replay', {
    done: ({ replayed, left }) => t.replayed_all(replayed, left),
  });
  if (!mayCall('POST', '/fabric/dead-letters/replay')) return null;
  return (
    <div>
      <ActionButton
        confirm={{ title: t.replay_all, text: <p>{t.replay_all_question}</p> }}
        run={() => replay.run({ body: { connection_id } })}
      >
        {t.replay_all}
      </ActionButton>
    </div>
  );
}

export function ConnectionName({ connection_id }: { readonly connection_id: string }) {
  const { data } = useRead('/fabric/connections/{connection_id}', { path: { connection_id } });
  return <PageLink to={`/connections/${connection_id}`}>{data?.name ?? connection_id}</PageLink>;
}
