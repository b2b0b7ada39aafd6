import type { World } from './world.ts';

const NOTES = `
  create table noted_writes (run_id uuid not null, was text not null, became text not null);
  create function note_write() returns trigger language plpgsql security definer set search_path = public as $$
    begin insert into noted_writes values (old.id, old.status, new.status); return null; end $$;
  create trigger connection_runs_noted after update on connection_runs for each row
    when (old.finished_at is not null) execute function note_write();
  create trigger executions_noted after update on automation_executions for each row
    when (old.finished_at is not null) execute function note_write();
  create table noted_ticks (task text not null, tick text not null);
  create function note_tick() returns trigger language plpgsql security definer set search_path = public as $$
    begin
      insert into noted_ticks select t.identifier, new.payload->'_cron'->>'ts'
        from graphile_worker._private_tasks t where t.id = new.task_id;
      return null;
    end $$;
  create trigger jobs_noted after insert on graphile_worker._private_jobs for each row
    when (new.payload->'_cron' is not null) execute function note_tick()`;

/** From now on the database itself notes who writes to a run that has ended, and each tick of a periodic job. */
export const keepStaleWrites = async (world: World): Promise<void> => {
  await world.database.query(NOTES);
};

/** A rule whose schedule is due every minute. */
export const tickEveryMinute = async (world: World): Promise<void> => {
  const channels = { in_app: { user_ids: [world.user_id] } };
  await world.must('POST', '/automation/rules', 201, {
    body: {
      name: 'every minute',
      trigger_type: 'schedule',
      trigger_config: { cron: '* * * * *', timezone: 'UTC' },
      actions: [{ action_type: 'notify', params: { channels, title: 'A minute', body: 'went by' } }],
    },
  });
};

interface Found {
  /** Writes to ended runs, ticks that came twice, and ticks of the schedule that never came. */
  readonly stale: readonly string[];
  /** Runs that more than one process had. */
  readonly takenOver: number;
}

export async function findStale(world: World): Promise<Found> {
  const writes = await world.rows<{ note: string }>(
    `select run_id || ' was ' || was || ' and became ' || became as note from noted_writes`,
  );
  const ticks = await world.rows<{ note: string }>(
    `select task || ' at ' || tick || ' ' || count(*) || ' times' as note from noted_ticks
     group by task, tick having count(*) > 1`,
  );
  const missed = await world.rows<{ note: string }>(
    `select 'nothing between ' || before || ' and ' || scheduled_for as note from (
       select scheduled_for, lag(scheduled_for) over (order by scheduled_for) as before
       from automation_executions where scheduled_for is not null) t
     where scheduled_for - before <> interval '1 minute'`,
  );
  const [runs] = await world.rows<{ n: number }>(
    `select count(*)::int as n from (
       select claims from connection_runs union all select claims from automation_executions) r
     where claims > 1`,
  );
  return { stale: [...writes, ...ticks, ...missed].map(({ note }) => note), takenOver: runs?.n ?? 0 };
}
