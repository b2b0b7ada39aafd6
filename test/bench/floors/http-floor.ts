import { createSecretKey, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { nextMessage } from '../processes/message.ts';
import { SERVER_CORE, startNode, stop } from '../processes/processes.ts';

const SECRET = 'bench-secret-bench-secret-bench-secret-0';

/** The bare HTTP server in a process of its own. */
export interface HttpFloor {
  readonly url: string;
  readonly pid: number;
  readonly token: string;
  stop(): Promise<void>;
}

export async function startHttpFloor(databaseUrl: string, organization_id: string): Promise<HttpFloor> {
  const file = join(import.meta.dirname, 'http-server.ts');
  const child = startNode([file, databaseUrl, SECRET], SERVER_CORE, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { port } = await nextMessage<{ readonly port: number }>(child);
  const token = await new SignJWT({ org_id: organization_id, role: 'org_admin', tv: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(randomUUID())
    .setJti(randomUUID())
    .setAudience('bench')
    .setIssuer('bench')
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(createSecretKey(Buffer.from(SECRET)));
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, token, stop: () => stop(child) };
}
