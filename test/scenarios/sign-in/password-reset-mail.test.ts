import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import t from 'tap';
import { bootPlatform, type Harness, waitFor } from '../../harness/index.ts';
import { askReset, NEW_PASSWORD, RESET_MODULES, reset, signIn } from '../support/sign-in/password-reset.ts';

async function queried<T>(harness: Harness, text: string): Promise<readonly T[]> {
  const client = new pg.Client(harness.databaseUrl);
  await client.connect();
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Undoes quoted-printable. */
const decoded = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A mail server on loopback that says what `judge` says to each recipient. */
async function mailServer(judge: () => number): Promise<{ readonly port: number; readonly texts: string[] }> {
  const texts: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) => {
      const responseCode = judge();
      done(responseCode === 250 ? null : Object.assign(new Error('no'), { responseCode }));
    },
    onData: (stream, _session, done) => {
      stream.on('data', (chunk: Buffer) => texts.push(chunk.toString('utf8')));
      stream.on('end', () => done());
    },
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (listening.address() as AddressInfo).port, texts };
}

t.test('the mail survives a failing server, and neither row nor job holds the token', async (t) => {
  let asked = 0;
  let lets = false;
  const { port, texts } = await mailServer(() => {
    asked += 1;
    return lets ? 250 : 451;
  });
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  const harness = await bootPlatform(t, {
    environment: { PATCHBAY_MODULES: RESET_MODULES, SMTP_URL, MAIL_FROM: 'patchbay@example.com' },
  });
  const person = await harness.owner();
  t.equal((await askReset(harness, person.email)).status, 202);
  await waitFor('the first try', () => asked > 0);
  const rows = await queried<{ id: string; row: string }>(
    harness,
    'select id, to_jsonb(password_resets)::text as row from password_resets',
  );
  const jobs = await queried<{ payload: unknown }>(
    harness,
    'select payload from graphile_worker._private_jobs j',
  );
  lets = true;
  const token = await waitFor('the mail', () => /token=(\S+)/.exec(decoded(texts.join('')))?.[1]);
  t.ok(asked > 1, 'tried again');
  const mac = String(token.split('.')[1]);
  t.match(JSON.stringify(jobs), String(rows[0]?.id), 'the job names the request');
  t.notOk(JSON.stringify([rows, jobs]).includes(mac));
  t.equal((await reset(harness, token)).status, 204);
  t.equal((await signIn(harness, person.email, NEW_PASSWORD)).status, 200);
});

t.test('what a server will never take is not tried again', async (t) => {
  let asked = 0;
  const { port } = await mailServer(() => {
    asked += 1;
    return 550;
  });
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  const harness = await bootPlatform(t, {
    environment: { PATCHBAY_MODULES: RESET_MODULES, SMTP_URL, MAIL_FROM: 'patchbay@example.com' },
  });
  const person = await harness.owner();
  await askReset(harness, person.email);
  await waitFor('the job to end', async () => {
    const jobs = await queried(harness, 'select 1 from graphile_worker._private_jobs');
    return asked > 0 && jobs.length === 0;
  });
  t.equal(asked, 1);
});
