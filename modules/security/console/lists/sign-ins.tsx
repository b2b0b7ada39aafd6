import {
  Badge,
  type Column,
  ResourceList,
  type RowOf,
  Time,
  UserLink,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { texts } from '../texts.ts';

type SignIn = RowOf<'/security/sign-ins'>;

const OUTCOMES = [
  'succeeded',
  'wrong_credentials',
  'wrong_second_step',
  'passkey_refused',
  'provider_refused',
  'locked',
] as const;

export interface OfUserProps {
  /** Only those of a user. */
  readonly user_id?: string;
  readonly prefix: string;
}

/** Sign-ins and failed ones, the newest first. */
export function SignIns({ user_id, prefix }: OfUserProps) {
  const t = useTexts(texts);
  const columns = useColumns();
  return (
    <ResourceList
      path="/security/sign-ins"
      {...(user_id === undefined ? {} : { query: { user_id } })}
      label={t.sign_ins_list}
      prefix={prefix}
      columns={columns}
      idOf={({ id }) => id}
      filters={[
        ...(user_id === undefined ? [{ kind: 'user' as const, key: 'user_id', label: t.user }] : []),
        {
          kind: 'choice',
          key: 'outcome',
          label: t.outcome,
          choices: OUTCOMES.map((value) => ({ value, label: t[`outcome_${value}`] })),
        },
        { kind: 'time', key: 'since', label: t.since },
        { kind: 'time', key: 'until', label: t.until },
      ]}
      sort="-occurred_at"
      everyMs={30_000}
      live={['security.**']}
      exportName="sign-ins"
      empty={{ title: t.no_sign_ins }}
    />
  );
}

function useColumns(): readonly Column<SignIn>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  return [
    {
      id: 'time',
      title: w.time,
      sort: 'occurred_at',
      cell: ({ occurred_at }) => <Time at={occurred_at} form="full" />,
      text: ({ occurred_at }) => occurred_at,
    },
    {
      id: 'user',
      title: t.user,
      cell: ({ user_id, username }) => (user_id === null ? username : <UserLink user_id={user_id} />),
      text: ({ username, user_id }) => username ?? user_id,
    },
    {
      id: 'outcome',
      title: t.outcome,
      cell: ({ outcome, reason }) => (
        <>
          <Badge kind={outcome === 'succeeded' ? 'good' : 'bad'}>{t[`outcome_${outcome}`]}</Badge> {reason}
        </>
      ),
      text: ({ outcome }) => outcome,
    },
    {
      id: 'method',
      title: t.method,
      cell: ({ method, second_method }) =>
        [method, second_method].filter((each) => each !== null).join(' + '),
      text: ({ method, second_method }) =>
        [method, second_method].filter((each) => each !== null).join(' + '),
    },
    { id: 'ip', title: t.address, cell: ({ ip }) => <code>{ip}</code>, text: ({ ip }) => ip },
    {
      id: 'agent',
      title: t.agent,
      cell: ({ user_agent }) => user_agent,
      text: ({ user_agent }) => user_agent,
    },
  ];
}
