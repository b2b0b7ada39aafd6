import { basename } from 'node:path';
import { openLocalPlatform } from './local-platform.ts';
import { buildPlugin } from './project.ts';
import { listRecordings, type RecordedStep, readRecording } from './recordings.ts';
import { Session, type StepResult } from './session.ts';

const runStep = (session: Session, step: RecordedStep): Promise<StepResult> => {
  if ('event' in step) return session.event(step.event, step.payload);
  return 'operation' in step
    ? session.ask('operation', step.operation, step.input)
    : session.ask('tool', step.tool, step.input);
};

/**
 * The conformance run: builds the plugin, loads it into the real sandbox, checks manifest and code against
 * each other, replays every recording, and fails on an error, a fault, an undeclared event or an output
 * that does not fit. Returns whether all passed.
 */
export async function testPlugin(folder: string, print: (line: string) => void): Promise<boolean> {
  const platform = openLocalPlatform();
  let failed = 0;
  const report = (ok: boolean, what: string) => {
    if (!ok) failed += 1;
    print(`${ok ? 'ok' : 'FAILED'}  ${what}`);
  };
  try {
    const { manifest } = await buildPlugin(folder, platform.sandbox);
    platform.use(manifest);
    report(true, `${manifest.id} ${manifest.version}: manifest, schemas and code agree`);
    for (const file of await listRecordings(folder)) {
      platform.state.clear();
      platform.budget.clear();
      const session = new Session(platform, manifest);
      for (const step of await readRecording(file)) {
        const { ok, lines } = await runStep(session, step);
        for (const line of lines) report(ok, `${basename(file)}  ${line}`);
      }
    }
    for (const fault of platform.faults) report(false, `fault ${fault}`);
  } catch (error) {
    report(false, error instanceof Error ? error.message : String(error));
  } finally {
    await platform.sandbox.dispose();
  }
  print(failed === 0 ? 'The plugin conforms.' : `${failed} failed.`);
  return failed === 0;
}
