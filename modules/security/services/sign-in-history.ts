import { containing, type Database, type Page, pageOf, sql, type Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Principal } from '@patchbay/kernel/permissions';
import type { OpenSessions, People } from '@patchbay/module-identity/contract';
import type { SignIn, SignInOutcome, SignInQuery } from '../schemas.ts';

/** Actions of the record about sign-ins, with their outcomes. */
const OUTCOMES: Readonly<Record<string, SignInOutcome>> = {
  'auth.login': 'succeeded',
  'auth.login_failed': 'wrong_credentials',
  'auth.second_step_failed': 'wrong_second_step',
  'passkeys.refused': 'passkey_refused',
  'sso.sign_in_refused': 'provider_refused',
  'auth.account_locked': 'locked',
};

type Fragment = ReturnType<typeof sql<boolean>>;

interface Row {
  readonly id: string;
  readonly action: string;
  readonly user_id: string | null;
  readonly session_id: string | null;
  readonly method: string | null;
  readonly second_method: string | null;
  readonly reason: string | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly occurred_at: string;
}

/** A sign-in names its user as who acted, a failed one as whom it was tried on, where that was known. */
const USER = sql<string>`case when action = 'auth.login' then actor_id::text
  when target_type = 'user' then target_id end`;

/** Fields of the record's details, as the first step, the second or a provider wrote them. */
const DETAILS = sql`
  case when action <> 'auth.second_step_failed' then coalesce(detail ->> 'method', detail ->> 'kind') end as method,
  case when action = 'auth.second_step_failed' then detail ->> 'method' else detail ->> 'second_method' end
    as second_method,
  coalesce(detail ->> 'reason', detail ->> 'why') as reason, detail ->> 'ip' as ip,
  detail ->> 'user_agent' as user_agent`;

/**
 * Sign-ins to the organization and failed ones, from the audit record, which cannot be thinned out. Guesses at
 * unknown logins belong to no organization.
 */
export class SignInHistory extends Service<{
  database: Database;
  people: People;
  sessions: Pick<OpenSessions, 'originsOf'>;
}> {
  list(principal: Principal, query: SignInQuery): Promise<Page<SignIn>> {
    return this.parts.database.read(principal, async (unit) => {
      const where = sql.join(conditions(unit, query), sql` and `);
      const [rows, total] = await Promise.all([rowsOf(unit, query, where), countOf(unit, where)]);
      const ids = (field: 'user_id' | 'session_id') => rows.flatMap((row) => row[field] ?? []);
      const [people, origins] = await Promise.all([
        this.parts.people.byIds(unit, ids('user_id')),
        this.parts.sessions.originsOf(unit, ids('session_id')),
      ]);
      const items = rows.map(({ action, ...row }) => {
        const origin = origins.get(row.session_id ?? '');
        return {
          ...row,
          outcome: OUTCOMES[action] ?? 'succeeded',
          username: people.get(row.user_id ?? '')?.username ?? null,
          ip: row.ip ?? origin?.ip ?? null,
          user_agent: row.user_agent ?? origin?.user_agent ?? null,
        };
      });
      return pageOf(items, total, query);
    });
  }
}

async function rowsOf(
  { sql: trx }: Unit,
  { sort = '-occurred_at', page, per_page }: SignInQuery,
  where: ReturnType<typeof sql.join>,
): Promise<readonly Row[]> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  const { rows } = await sql<Row>`
    select id, action, ${USER} as user_id, case when target_type = 'session' then target_id end as session_id,
      ${DETAILS}, occurred_at
    from audit_log where ${where}
    order by occurred_at ${direction}, id ${direction}
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(trx);
  return rows;
}

async function countOf({ sql: trx }: Unit, where: ReturnType<typeof sql.join>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from audit_log where ${where}`.execute(trx);
  return rows[0]?.total ?? 0;
}

function conditions(
  { organization_id }: Unit,
  { user_id, outcome, since, until, search }: SignInQuery,
): readonly Fragment[] {
  const actions = Object.keys(OUTCOMES).filter(
    (action) => outcome === undefined || OUTCOMES[action] === outcome,
  );
  const found = [
    sql<boolean>`organization_id = ${organization_id}`,
    sql<boolean>`action = any (${actions}::text[])`,
    sql<boolean>`(action <> 'passkeys.refused' or detail ->> 'purpose' in ('sign_in', 'second_step'))`,
  ];
  if (user_id !== undefined) found.push(sql<boolean>`${USER} = ${user_id}`);
  if (since !== undefined) found.push(sql<boolean>`occurred_at >= ${since}::timestamptz`);
  if (until !== undefined) found.push(sql<boolean>`occurred_at < ${until}::timestamptz`);
  if (search !== undefined) found.push(sql<boolean>`detail ->> 'ip' ilike ${containing(search)}`);
  return found;
}
