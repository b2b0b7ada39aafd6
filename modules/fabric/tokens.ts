import { type Public, type Token, token } from '@patchbay/kernel/di';
import type {
  Reruns,
  RunOwner,
  RunRecords,
  RunRetention,
  RunSteps,
  RunTests,
  RunWatch,
  RunWorker,
  WhyNot,
} from '@patchbay/runs';
import type { Static } from 'typebox';
import type { RunReply } from './schemas/runs.ts';

type RunView = Static<typeof RunReply>;

export const RERUNS: Token<Public<Reruns<RunOwner, RunView>>> = token('fabric.reruns');
export const RUN_RETENTION: Token<Public<RunRetention>> = token('fabric.run-retention');
export const RUN_STEPS: Token<Public<RunSteps>> = token('fabric.run-steps');
export const RUN_TESTS: Token<Public<RunTests<RunOwner, RunView>>> = token('fabric.run-tests');
export const RUN_WATCH: Token<Public<RunWatch>> = token('fabric.run-watch');
export const RUN_WORKER: Token<Public<RunWorker>> = token('fabric.run-worker');
export const RUNS: Token<Public<RunRecords<RunView>>> = token('fabric.runs');
export const WHY_NOT: Token<Public<WhyNot>> = token('fabric.why-not');
