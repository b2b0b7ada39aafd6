import { Agent, get } from 'node:http';

export interface Paced {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
}

/** At once, where an answer takes longer than the time to the next call. */
const CONNECTIONS = 8;

/** Calls an address at a steady rate over open connections; answers how long each call took, in milliseconds. */
export async function paced({ url, headers, perSecond, seconds }: Paced): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const calls: Promise<number>[] = [];
  const startedMs = performance.now();
  try {
    for (let number = 0; number < perSecond * seconds; number += 1) {
      const earlyMs = startedMs + (number / perSecond) * 1_000 - performance.now();
      if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
      calls.push(timedCall(url, headers, agent));
    }
    return await Promise.all(calls);
  } finally {
    agent.destroy();
  }
}

const timedCall = (url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const startedMs = performance.now();
    get(url, { headers, agent }, (answer) => {
      answer.resume();
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - startedMs);
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
    }).on('error', reject);
  });
