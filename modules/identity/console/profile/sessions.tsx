import {
  ActionButton,
  Badge,
  Button,
  ResourceList,
  Row,
  type RowOf,
  Stack,
  Time,
  tellFailed,
  useFinalWrite,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { browserName } from './browser-name.ts';
import { texts } from './texts.ts';

type OpenSession = RowOf<'/auth/sessions'>;

/** Sessions of the user; one of them, or all, can be ended. */
export function Sessions() {
  const t = useTexts(texts);
  const everywhere = useFinalWrite('POST', '/auth/logout-all', () => ({
    title: t.everywhere_done,
    content: null,
  }));
  return (
    <Stack>
      <Row isSpread>
        <p className="muted">{t.sessions_summary}</p>
        <ActionButton
          variant="danger"
          confirm={{ title: t.everywhere_question }}
          run={() => everywhere({}).catch(tellFailed)}
        >
          {t.everywhere}
        </ActionButton>
      </Row>
      <ResourceList
        path="/auth/sessions"
        label={t.sessions}
        prefix="sessions_"
        columns={[
          { id: 'browser', title: t.browser, cell: (session) => <Browser {...session} /> },
          { id: 'address', title: t.address, cell: ({ ip }) => <code>{ip}</code> },
          {
            id: 'used',
            title: t.last_used,
            sort: 'last_used_at',
            cell: ({ last_used_at }) => <Time at={last_used_at} />,
          },
          {
            id: 'begun',
            title: t.begun,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
        rowActions={(session) => <EndSession {...session} />}
        empty={{ title: t.no_sessions }}
      />
    </Stack>
  );
}

function Browser({ user_agent, current }: OpenSession) {
  const t = useTexts(texts);
  return (
    <Row>
      <span title={user_agent}>{browserName(user_agent)}</span>
      {current ? <Badge kind="accent">{t.this_one}</Badge> : null}
    </Row>
  );
}

function EndSession({ id, current }: OpenSession) {
  const t = useTexts(texts);
  const { signOut } = useSession();
  const end = useWrite('DELETE', '/auth/sessions/{session_id}', {
    done: t.ended,
    refreshes: ['/auth/sessions'],
  });
  if (current) return <Button onPress={() => void signOut()}>{t.sign_out}</Button>;
  return (
    <ActionButton
      variant="danger"
      confirm={{ title: t.end_question }}
      run={() => end.run({ path: { session_id: id } })}
    >
      {t.end}
    </ActionButton>
  );
}
