import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One step of a recording: an event to replay, or an operation or tool to ask. */
export type RecordedStep =
  | { readonly event: string; readonly payload: unknown }
  | { readonly operation: string; readonly input: unknown }
  | { readonly tool: string; readonly input: unknown };

function readStep(value: unknown, file: string): RecordedStep {
  const step = Object(value) as Record<string, unknown>;
  if (typeof step['event'] === 'string') return { event: step['event'], payload: step['payload'] ?? {} };
  if (typeof step['operation'] === 'string')
    return { operation: step['operation'], input: step['input'] ?? {} };
  if (typeof step['tool'] === 'string') return { tool: step['tool'], input: step['input'] ?? {} };
  throw new Error(`${file}: a step names an event, an operation or a tool`);
}

/** The steps of one recording, a JSON list. */
export async function readRecording(file: string): Promise<RecordedStep[]> {
  const steps: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(steps)) throw new Error(`${file}: a recording is a list of steps`);
  return steps.map((step) => readStep(step, file));
}

/** Paths of the recordings of a plugin, `recordings/*.json`, in order; none when there is no folder. */
export async function listRecordings(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, 'recordings')).catch(() => []);
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, 'recordings', name));
}
