import type { Browser, Page } from 'playwright-core';

/** The longest that a page was held, in milliseconds: by its scripts, and by whatever a task did in any page. */
export interface LongestTasks {
  /** Processor time, so that other programs of a busy machine do not count. */
  readonly scriptMs: number;
  readonly taskMs: number;
}

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds, as all of them. */
  readonly ts: number;
  readonly dur?: number;
  /** Processor time of the thread. */
  readonly tdur?: number;
  readonly args: { readonly name?: string; readonly data?: { readonly url?: string } };
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'toplevel', 'v8'];
const TASK = 'RunTask';
/** Those of the page itself carry its address; the debugger's, which looks for buttons, have none. */
const SCRIPT = new Set(['EvaluateScript', 'FunctionCall', 'v8.compileModule', 'v8.evaluateModule']);
const MICROTASKS = 'RunMicrotasks';

/** Runs `work` under a trace of the browser. */
export async function longestTasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<unknown>,
): Promise<LongestTasks> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await work();
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8'));
  return longestTasks(trace.traceEvents, new URL(page.url()).origin);
}

function longestTasks(events: readonly TraceEvent[], origin: string): LongestTasks {
  const isMain = mainThreads(events);
  const inOrder = events
    .filter(
      (event) => event.ph === 'X' && isMain(event) && (event.name === TASK || isOwnScript(event, origin)),
    )
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  let [longestScript, longestTask, script, scriptEnds] = [0, 0, 0, 0];
  for (const { name, ts, dur = 0, tdur = 0 } of inOrder) {
    if (name === TASK) {
      longestTask = Math.max(longestTask, tdur);
      script = 0;
    } else if (ts >= scriptEnds) {
      script += tdur;
      scriptEnds = ts + dur;
    }
    longestScript = Math.max(longestScript, script);
  }
  if (longestTask === 0) throw new Error('the trace tells of no task');
  return { scriptMs: longestScript / 1_000, taskMs: longestTask / 1_000 };
}

const isOwnScript = ({ name, args }: TraceEvent, origin: string): boolean =>
  name === MICROTASKS || (SCRIPT.has(name) && args.data?.url?.startsWith(origin) === true);

/** Threads that run the scripts of pages. */
function mainThreads(events: readonly TraceEvent[]): (event: TraceEvent) => boolean {
  const keyOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const names = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const keys = new Set(names.map(keyOf));
  return (event) => keys.has(keyOf(event));
}
