import { createSecretKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { jwtVerify } from 'jose';
import Koa from 'koa';
import pg from 'pg';
import { listDevices } from './http-read.ts';
import { createSite, prepareTables } from './http-write.ts';

/**
 * The least that does what the product does, on the product's database: Koa, pg, and jose's check of the token in
 * every request. Arguments: database URL and secret. Tells its port over the IPC channel.
 */
const [databaseUrl = '', secret = ''] = process.argv.slice(2);
const key = createSecretKey(Buffer.from(secret));
const expected = { audience: 'bench', issuer: 'bench', algorithms: ['HS256'] };
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await prepareTables(pool);

async function claimsOf(
  request: IncomingMessage,
): Promise<{ readonly org_id: string; readonly sub: string }> {
  const { payload } = await jwtVerify((request.headers.authorization ?? '').slice(7), key, expected);
  return { org_id: String(payload['org_id']), sub: String(payload.sub) };
}

async function bodyOf(request: IncomingMessage): Promise<{ readonly name: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

const app = new Koa();
app.use(async (ctx) => {
  if (ctx.path === '/health') {
    ctx.body = { status: 'healthy' };
    return;
  }
  const { org_id, sub } = await claimsOf(ctx.req);
  if (ctx.method === 'GET') {
    const { search = '', page = '1', per_page = '50' } = ctx.query as Record<string, string>;
    ctx.body = await listDevices(pool, org_id, { search, page: Number(page), per_page: Number(per_page) });
  } else {
    ctx.status = 201;
    ctx.body = await createSite(pool, { org_id, sub }, await bodyOf(ctx.req));
  }
});
const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
});
process.on('disconnect', () => process.exit(0));
