import type { LoadedPlugin } from './loaded-plugin.ts';
import type { Quarantine } from './quarantine.ts';
import type { RunQueue } from './runs/run-queue.ts';

/** One plugin as it stands. */
export interface PluginStats {
  readonly plugin_id: string;
  readonly version: string;
  readonly calls: number;
  readonly faults: number;
  readonly quarantined: boolean;
  readonly busy: boolean;
  /** The process, while there is one. */
  readonly process: { readonly pid: number; readonly resident_bytes: number } | null;
}

/** The sandbox as it stands. */
export interface SandboxStats {
  readonly running: number;
  readonly waiting: number;
  readonly spare: boolean;
  readonly plugins: readonly PluginStats[];
}

/** Takes stock; reads the memory of each live process. */
export function describeState(
  plugins: ReadonlyMap<string, LoadedPlugin>,
  queue: RunQueue,
  quarantine: Quarantine,
  spare: boolean,
): SandboxStats {
  const each = [...plugins.values()].map((plugin): PluginStats => {
    const { plugin_id, version } = plugin.source;
    const pid = plugin.process?.pid;
    return {
      plugin_id,
      version,
      calls: plugin.calls,
      faults: quarantine.faultsOf(plugin_id),
      quarantined: quarantine.has(plugin_id),
      busy: queue.isBusy(plugin_id),
      process: pid === undefined ? null : { pid, resident_bytes: plugin.process?.residentBytes() ?? 0 },
    };
  });
  return { running: queue.running, waiting: queue.waiting, spare, plugins: each };
}
