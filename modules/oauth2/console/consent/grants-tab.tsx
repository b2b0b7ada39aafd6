import {
  ActionButton,
  ResourceList,
  Row,
  type RowOf,
  Stack,
  Time,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';

/** Applications that the user lets act. */
export default function GrantsTab() {
  const t = useTexts(texts);
  return (
    <Stack>
      <p className="muted">{t.grants_summary}</p>
      <ResourceList
        path="/oauth2/grants"
        label={t.grants}
        prefix="grants_"
        columns={[
          { id: 'application', title: t.application, cell: ({ application }) => application.name },
          {
            id: 'scopes',
            title: t.scopes,
            cell: ({ scopes }) => (
              <Row>
                {scopes.map((scope) => (
                  <code key={scope}>{scope}</code>
                ))}
              </Row>
            ),
          },
          {
            id: 'granted',
            title: t.granted,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
          },
          {
            id: 'used',
            title: t.last_used,
            sort: 'last_used_at',
            cell: ({ last_used_at }) =>
              last_used_at === null ? <span className="muted">{t.unused}</span> : <Time at={last_used_at} />,
          },
        ]}
        nameOf={({ application }) => application.name}
        rowActions={(grant) => <Revoke {...grant} />}
        empty={{ title: t.empty, hint: t.empty_hint }}
      />
    </Stack>
  );
}

function Revoke({ id, application }: RowOf<'/oauth2/grants'>) {
  const t = useTexts(texts);
  const revoke = useWrite('DELETE', '/oauth2/grants/{grant_id}', { done: t.revoked });
  return (
    <ActionButton
      variant="danger"
      confirm={{ title: t.revoke_question(application.name) }}
      run={() => revoke.run({ path: { grant_id: id } })}
    >
      {t.revoke}
    </ActionButton>
  );
}
