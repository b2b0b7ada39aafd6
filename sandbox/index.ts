export type * from './contract.ts';
export type { Isolation } from './host/children/isolation.ts';
export { FairQueue, type Job } from './host/runs/fair-queue.ts';
export { SandboxHost, type SandboxOptions } from './host/sandbox-host.ts';
export type { PluginStats, SandboxStats } from './host/stats.ts';
export { defaultLimits, type SandboxLimits } from './limits.ts';
export { CapabilityError, type PluginThrown, SandboxError, type SandboxErrorCode } from './sandbox-error.ts';
export type { Data } from './wire/bounded-json.ts';
export { visibleData, visibleText } from './wire/visible-text.ts';
