import {
  ActionButton,
  LinkButton,
  Panel,
  Row,
  rolesBelow,
  Stack,
  useRead,
  useSession,
  useTexts,
  useWrite,
} from '@patchbay/console-kit';
import { MemberKeys } from '../lists/member-keys.tsx';
import { MemberSessions } from '../lists/member-sessions.tsx';
import { SignIns } from '../lists/sign-ins.tsx';
import { texts } from '../texts.ts';

/** Sessions, keys and sign-ins of one user, and what ends them. */
export default function UserSecurity({ user_id }: { readonly user_id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  return (
    <Stack>
      <Actions user_id={user_id} />
      <Panel title={t.sessions}>
        <MemberSessions user_id={user_id} prefix="s_" />
      </Panel>
      {mayCall('GET', '/security/keys') ? (
        <Panel title={t.keys}>
          <MemberKeys user_id={user_id} prefix="k_" />
        </Panel>
      ) : null}
      <Panel title={t.sign_ins}>
        <SignIns user_id={user_id} prefix="i_" />
      </Panel>
    </Stack>
  );
}

function Actions({ user_id }: { readonly user_id: string }) {
  const t = useTexts(texts);
  const { me, mayCall } = useSession();
  const { data: user } = useRead('/users/{user_id}', { path: { user_id } });
  const end = useWrite('POST', '/security/users/{user_id}/end-sessions', { done: t.all_ended });
  const reset = useWrite('POST', '/security/users/{user_id}/reset-mfa', {
    done: t.factors_reset,
    refreshes: ['/users', '/security'],
  });
  const isBelow = user !== undefined && rolesBelow(me.role).includes(user.role);
  return (
    <Row>
      {mayCall('POST', '/security/explain-access') ? (
        <LinkButton to="/security" search={{ tab: 'explain', user_id }}>
          {t.explain}
        </LinkButton>
      ) : null}
      {isBelow && mayCall('POST', '/security/users/{user_id}/end-sessions') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.end_all_question(user.username), text: t.end_all_hint }}
          run={() => end.run({ path: { user_id } })}
        >
          {t.end_all}
        </ActionButton>
      ) : null}
      {isBelow && mayCall('POST', '/security/users/{user_id}/reset-mfa') ? (
        <ActionButton
          variant="danger"
          confirm={{ title: t.reset_question(user.username), text: t.reset_hint }}
          run={() => reset.run({ path: { user_id } })}
        >
          {t.reset}
        </ActionButton>
      ) : null}
    </Row>
  );
}
