import pg from 'pg';
import t from 'tap';
import { bootPlatform } from '../harness/index.ts';

/** Ways in which the record cannot be written, each with what takes it away again. */
const obstacles: readonly (readonly [string, string, string])[] = [
  [
    'a policy refuses it',
    'create policy shut on audit_log as restrictive for insert to patchbay_app with check (false)',
    'drop policy shut on audit_log',
  ],
  [
    'a constraint refuses it',
    `alter table audit_log add constraint shut check (action = 'nothing') not valid`,
    'alter table audit_log drop constraint shut',
  ],
  [
    'a reference refuses it',
    'alter table audit_log add constraint shut foreign key (actor_kind) references platform_settings (name) not valid',
    'alter table audit_log drop constraint shut',
  ],
  [
    'the right to write it is gone',
    'revoke insert on audit_log from patchbay_app',
    'grant insert on audit_log to patchbay_app',
  ],
  [
    'its waiting list is gone',
    'alter table audit_pending rename to audit_pending_away',
    'alter table audit_pending_away rename to audit_pending',
  ],
];

t.test('a change whose audit record cannot be written answers 503 and is not made', async (t) => {
  const platform = await bootPlatform(t, { work: false });
  const owner = await platform.owner();
  const superuser = new pg.Client({ connectionString: platform.databaseUrl });
  await superuser.connect();
  t.teardown(() => superuser.end());
  const create = (name: string) => platform.call('POST', '/sites', { as: owner, body: { name } });
  const names = async () => {
    const { body } = await platform.call('GET', '/sites', { as: owner });
    return (body.items as { name: string }[]).map(({ name }) => name);
  };
  for (const [name, shut, open] of obstacles) {
    await superuser.query(shut);
    const { status, body, headers } = await create('Pier 4');
    t.equal(status, 503, name);
    t.match(body.error, { code: 503, message: /audit record cannot be written/ }, name);
    t.equal(headers['retry-after'], '5', name);
    await superuser.query(open);
    t.same(await names(), [], name);
  }
  t.equal((await create('Pier 4')).status, 201);
});
