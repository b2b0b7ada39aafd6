import pg from 'pg';
import { readOptions } from './options.ts';
import { Stage } from './stage.ts';
import { load } from './load.ts';
import { postgresCpuOf } from './postgres-cpu.ts';
const stage = new Stage(readOptions([]));
try {
  const scene = await stage.scene();
  const db = new pg.Client({ connectionString: scene.product.databaseUrl });
  await db.connect();
  await db.query('select pg_stat_reset()');
  const waits = new Map<string, number>();
  let samples = 0;
  const timer = setInterval(async () => {
    const { rows } = await db.query(`select application_name, state, wait_event_type, wait_event, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`);
    samples += 1;
    for (const r of rows) { const k = `${r.application_name} | ${r.state} | ${r.wait_event_type}:${r.wait_event} | ${r.query}`; waits.set(k, (waits.get(k) ?? 0) + 1); }
  }, 25);
  const pgc = await postgresCpuOf(scene.product.databaseUrl);
  const body = JSON.stringify({ name: 'Site [<id>]' });
  const which = process.argv[2] ?? 'write';
  const headers = { authorization: `Bearer ${scene.admin.token}`, 'content-type': 'application/json' };
  const before = pgc.usedMs();
  const result = which === 'write'
    ? await load({ url: `${scene.product.url}/api/v1/sites`, method: 'POST', headers, body, pid: scene.product.pid }, 6)
    : await load({ url: `${scene.product.url}/api/v1/devices?page=1&per_page=50${which === 'read' ? '&search=core' : ''}`, headers: { authorization: headers.authorization }, pid: scene.product.pid }, 6);
  clearInterval(timer);
  console.log(result, 'pg ms/req', (pgc.usedMs() - before) / result.perSecond / 6);
  console.log('samples', samples);
  for (const [k, n] of [...waits].sort((a, b) => b[1] - a[1]).slice(0, 35)) console.log(n, k);
  const t = await db.query(`select relname, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch, n_tup_ins, n_tup_upd, n_tup_hot_upd, n_tup_del, n_dead_tup from pg_stat_user_tables where seq_scan + idx_scan + n_tup_ins > 0 order by n_tup_ins + n_tup_upd + idx_scan desc limit 18`);
  console.table(t.rows);
  const x = await db.query('select xact_commit, xact_rollback, blks_hit, tup_returned, tup_fetched from pg_stat_database where datname = current_database()');
  console.table(x.rows);
  await db.end();
} finally { await stage.close(); }
