import {
  type CallRequest,
  type Capabilities,
  type SandboxFault,
  SandboxHost,
  type SandboxLimits,
} from '../index.ts';

/** A host with a ledger of faults and of capability calls, for tests. */
export function openHost(limits: Partial<SandboxLimits> = {}, capabilities?: Capabilities) {
  const faults: SandboxFault[] = [];
  const asked: { name: string; args: readonly unknown[]; organization_id: string }[] = [];
  const record: Capabilities = async (name, args, call) => {
    asked.push({ name, args, organization_id: call.organization_id });
    return capabilities === undefined ? null : capabilities(name, args, call);
  };
  const host = new SandboxHost({ capabilities: record, onFault: (fault) => faults.push(fault), limits });
  /** Loads a plugin with one operation `run` whose body is given. */
  const loadBody = (pluginId: string, body: string) =>
    host.load({
      plugin_id: pluginId,
      version: '1.0.0',
      code: `definePlugin({ operations: { run: async (input, ctx) => { ${body} } } })`,
    });
  const run = (pluginId: string, input: unknown = null, more: Partial<CallRequest> = {}) =>
    host.call({
      plugin_id: pluginId,
      organization_id: 'org-1',
      kind: 'operation',
      name: 'run',
      input,
      ...more,
    });
  /** The code of the refusal, or the output. */
  const outcome = async (call: Promise<{ output: unknown }>): Promise<unknown> =>
    call.then(
      ({ output }) => output,
      (error: { code?: unknown }) => error.code ?? error,
    );
  return { host, faults, asked, loadBody, run, outcome };
}

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/**
 * The longest turn of the event loop, in milliseconds, while the work ran; of its time the part in which this thread had
 * a processor, so that neighbours are not blamed.
 */
export async function maxBlock(work: () => Promise<unknown>): Promise<number> {
  let [lastMs, usedMs, maxMs] = [performance.now(), threadMs(), 0];
  const timer = setInterval(() => {
    const [nowMs, nowUsedMs] = [performance.now(), threadMs()];
    maxMs = Math.max(maxMs, Math.min(nowMs - lastMs, nowUsedMs - usedMs));
    [lastMs, usedMs] = [nowMs, nowUsedMs];
  }, 5);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return maxMs;
}

/** Turns the event loop until the condition holds; false when it does not within the time. */
export async function becomes(condition: () => boolean, withinMs = 60_000): Promise<boolean> {
  const giveUpAt = performance.now() + withinMs;
  while (!condition()) {
    if (performance.now() > giveUpAt) return false;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return true;
}
