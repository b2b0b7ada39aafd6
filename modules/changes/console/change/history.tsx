import {
  Form,
  Panel,
  type RowOf,
  Stack,
  StatusBadge,
  Time,
  UserLink,
  useRead,
  useSession,
  useTexts,
  useWrite,
  WaitingFor,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { changeWords } from '../words.ts';
import { texts } from './texts.ts';

type Entry = RowOf<'/changes/{id}/timeline'>;

/** Everything that happened to a change, newest first, and the way to say something about it. */
export function History({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const read = useRead(
    '/changes/{id}/timeline',
    { path: { id }, query: { per_page: 200 } },
    { everyMs: 15_000 },
  );
  return (
    <Stack>
      <Comment id={id} />
      <Panel title={t.history}>
        <WaitingFor read={read}>
          {({ items }) => (
            <ol className="stack" data-gap="small">
              {items.map((entry, at) => (
                <li key={`${entry.kind} ${entry.at} ${at}`}>
                  <OneEntry entry={entry} />
                </li>
              ))}
            </ol>
          )}
        </WaitingFor>
      </Panel>
    </Stack>
  );
}

function OneEntry({ entry: { kind, at, actor_id, outcome, error, text } }: { readonly entry: Entry }) {
  const t = useTexts(texts);
  const c = useTexts(changeWords);
  return (
    <div className="stack" data-gap="small">
      <div className="row">
        <Time at={at} />
        <span>
          {actor_id === null ? t.of_platform : <UserLink user_id={actor_id} />} {t[`history_${kind}`]}
        </span>
        {outcome === null ? null : <StatusBadge status={outcome} label={c[outcome]} />}
      </div>
      {error === null ? null : <p className="mono">{error}</p>}
      {text === null ? null : <blockquote className="panel">{text}</blockquote>}
    </div>
  );
}

function Comment({ id }: { readonly id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [round, again] = useState(0);
  const say = useWrite('POST', '/changes/{id}/comments', {
    refreshes: ['/changes/{id}/timeline'],
    done: t.comment_added,
  });
  if (!mayCall('POST', '/changes/{id}/comments')) return null;
  return (
    <Panel>
      <Form
        key={round}
        fields={[{ kind: 'multiline', key: 'text', label: t.comment, isRequired: true }]}
        initial={{ text: '' }}
        action={t.add_comment}
        submit={async ({ text }) => {
          await say.send({ path: { id }, body: { text } });
          again(round + 1);
        }}
      />
    </Panel>
  );
}
