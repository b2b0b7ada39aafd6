import { Agent, request } from 'node:http';

export interface Pour {
  readonly url: string;
  readonly apiKey: string;
  readonly connections: number;
  /** Numbers of the events start after this one. */
  readonly after: number;
}

/** Events that the platform said it had accepted, by number. */
export interface Poured {
  readonly accepted: ReadonlySet<number>;
  readonly last: number;
}

const DEADLINE_MS = 10_000;

/** Posts events to `/fabric/ingest` over so many connections until told to stop; what fails is not accepted. */
export async function pour(
  { url, apiKey, connections, after }: Pour,
  isOver: () => boolean,
): Promise<Poured> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const accepted = new Set<number>();
  let last = after;
  const next = async (): Promise<void> => {
    last += 1;
    const sequence = last;
    if (await isAccepted(`${url}/api/v1/fabric/ingest`, apiKey, agent, sequence)) accepted.add(sequence);
  };
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver()) await next();
    }),
  );
  agent.destroy();
  return { accepted, last };
}

const isAccepted = (url: string, apiKey: string, agent: Agent, sequence: number): Promise<boolean> =>
  new Promise((resolve) => {
    const body = JSON.stringify({
      payload: {
        org_id: '00000000-0000-4000-8000-000000000003',
        seq: sequence,
        t0: 0,
        device_id: `d-${sequence}`,
        new_status: 'offline',
      },
    });
    const asked = request(
      url,
      {
        method: 'POST',
        agent,
        signal: AbortSignal.timeout(DEADLINE_MS),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-api-key': apiKey,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode === 202));
        answer.on('error', () => resolve(false));
      },
    );
    asked.on('error', () => resolve(false));
    asked.end(body);
  });
