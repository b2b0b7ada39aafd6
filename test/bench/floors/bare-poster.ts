import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';

const SECRET = 'bench-secret';
const DEADLINE_MS = 30_000;

/** The least that delivers a signed body: hash, post over kept connections, look at the status. */
export async function postAll(url: string, body: string, count: number, atOnce: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let left = count;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left-- > 0) await post(url, body, agent);
    }),
  );
  agent.destroy();
}

function post(url: string, body: string, agent: Agent): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': `v1=${signature}`,
  };
  const signal = AbortSignal.timeout(DEADLINE_MS);
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers, signal }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 204 ? resolve() : reject(new Error(`answered ${answer.statusCode}`)),
      );
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
