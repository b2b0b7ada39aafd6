/** Every bound of the sandbox in one place (specification section 8, and section 4.6 for registrations). */
export interface SandboxLimits {
  /** Calls that may run at once, over all plugins. More than two at nice 19 is felt by the parent. */
  readonly running: number;
  /** Calls that may wait; the next is refused with `sandbox_busy`. One plugin may hold half of them. */
  readonly queue: number;
  readonly plugins: number;
  /** Live child processes; the least recently used idle one ends first. */
  readonly processes: number;
  /** Warm isolates (organizations) in one process. */
  readonly isolates: number;
  /** Calls an isolate serves before it is replaced. */
  readonly isolateCalls: number;
  readonly isolateMemoryMb: number;
  /** Resident memory of a child process at which it is killed. */
  readonly processMemoryBytes: number;
  readonly operationDeadlineMs: number;
  readonly eventDeadlineMs: number;
  /** From spawn to a loaded plugin. */
  readonly startDeadlineMs: number;
  readonly codeBytes: number;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly depth: number;
  readonly keys: number;
  /** Capability calls a call may make, and the sum of their bytes. */
  readonly requests: number;
  readonly requestBytes: number;
  readonly logLines: number;
  readonly triggers: number;
  readonly actions: number;
  readonly tools: number;
  /** Faults within the window that put a plugin into quarantine. */
  readonly faults: number;
  readonly faultWindowMs: number;
}

/** The limits used when the embedder states none. */
export const defaultLimits: SandboxLimits = {
  running: 2,
  queue: 200,
  plugins: 200,
  processes: 12,
  isolates: 12,
  isolateCalls: 1000,
  isolateMemoryMb: 64,
  processMemoryBytes: 256 * 1024 * 1024,
  operationDeadlineMs: 30_000,
  eventDeadlineMs: 5_000,
  startDeadlineMs: 10_000,
  codeBytes: 4 * 1024 * 1024,
  inputBytes: 1024 * 1024,
  outputBytes: 256 * 1024,
  depth: 32,
  keys: 20_000,
  requests: 100,
  requestBytes: 1024 * 1024,
  logLines: 100,
  triggers: 50,
  actions: 50,
  tools: 20,
  faults: 3,
  faultWindowMs: 10 * 60_000,
};
