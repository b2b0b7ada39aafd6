import { GuardedOutbound, SystemResolver } from '@patchbay/kernel/outbound';
import { systemClock } from '@patchbay/kernel/telemetry';
import type { LabEndpoint } from '@patchbay/lab';
import { outboundSend } from '@patchbay/vendor-kit';
import { callsPerSecond } from '../load/callers.ts';

/** Changes each of these rules in a loop of its own, for so long. */
interface Ask {
  readonly endpoint: LabEndpoint;
  readonly rules: readonly string[];
  readonly seconds: number;
}

const TIMEOUT_MS = 10_000;
const send = outboundSend(new GuardedOutbound(new SystemResolver(systemClock), systemClock));
let written = 0;

/** What an apply asks of the router: how the rule stands, the write, and how it stands then. */
async function change({ url, credentials, tls_fingerprint }: LabEndpoint, rule: string): Promise<void> {
  const { username, password } = credentials;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  const headers = { authorization, accept: 'application/json', 'content-type': 'application/json' };
  const request = {
    url: `${url}/rest/ip/firewall/filter/${rule}`,
    headers,
    timeoutMs: TIMEOUT_MS,
    tls: { verify: false, fingerprint: tls_fingerprint },
  };
  written += 1;
  const comment = `floor ${written}`;
  await send({ ...request, method: 'GET' });
  const patched = await send({ ...request, method: 'PATCH', body: JSON.stringify({ comment }) });
  const read = await send({ ...request, method: 'GET' });
  if (patched.status !== 200 || JSON.parse(read.body).comment !== comment)
    throw new Error(`the router answered ${patched.status}: ${read.body}`);
}

process.on('message', ({ endpoint, rules, seconds }: Ask) => {
  callsPerSecond(rules.length, seconds, (caller) => change(endpoint, String(rules[caller]))).then(
    (perSecond) => process.send?.({ perSecond }),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
