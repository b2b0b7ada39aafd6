/** What carries out steps and judges drafts, for the module whose rules do the same (SPEC 4.6). */
export { notifyOperation } from './operations/notify.ts';
export { webhookOperation } from './operations/webhook.ts';
export { FindingsReply, REDACTED } from './schemas.ts';
export { JudgedConditionsReply } from './schemas-runs.ts';
export { reachFindings } from './services/connections/author-reach.ts';
export { isExact } from './services/connections/connection-index.ts';
export { DraftCheck, FORBIDDEN } from './services/connections/draft-check.ts';
export { jsonValue } from './services/connections/json-value.ts';
export { concealed } from './services/connections/kept-findings.ts';
export { attributed, mergeSteps, sameSteps } from './services/connections/merge-steps.ts';
export { type IndexedEntry, RevisionIndex } from './services/connections/revision-index.ts';
export { SealedSteps, type Step } from './services/connections/sealed-steps.ts';
export { explainedEvent, isAfter, no, ofRun, unmet } from './services/explaining/explanation.ts';
export { type JudgedConditions, judgedConditions } from './services/explaining/judged-conditions.ts';
export { recordedMiss } from './services/explaining/recorded-miss.ts';
export { AUTHOR_REFUSAL, AuthorStop, LOST_RIGHT } from './services/intake/author-refusals.ts';
export { Authors } from './services/intake/authors.ts';
export { FailingPause } from './services/intake/failing-pause.ts';
export {
  failuresOf,
  forgetFailures,
  MOST_FAILURES,
  type Streak,
  streaksOf,
} from './services/intake/failure-streaks.ts';
export { type GateRow, lockGates, writeGates } from './services/intake/gate-rows.ts';
export { authorsOf, type Hearing, hearingOf, unheard } from './services/intake/hearing.ts';
export {
  causationOf,
  type Match,
  type Matched,
  matchEvents,
  type Wired,
} from './services/intake/match-events.ts';
export { type MissTables, recordMisses, trimMisses } from './services/intake/miss-log.ts';
export { DEFAULT_CEILING, enter } from './services/intake/rate-window.ts';
export { AuthorViews, type StoredRecords } from './services/records/author-views.ts';
export type { StepRecord } from './services/records/step-record.ts';
export { isForAuthor } from './services/records/telling-params.ts';
export { OnceInvoker } from './services/running/once-invoker.ts';
export { type ClaimedRun, type ClaimRequest, LEASE_SECONDS } from './services/running/run-claims.ts';
export { RunExecution } from './services/running/run-execution.ts';
export { RunSteps } from './services/running/run-steps.ts';
export { RunWorker } from './services/running/run-worker.ts';
export type { RunState } from './services/running/run-writer.ts';
export type { StepInvoker } from './services/running/step-runner.ts';
export { WakeCalendar } from './services/running/wake-calendar.ts';
export { assertSaveable } from './services/static-check/draft-judgement.ts';
export { type Finding, fault, warning } from './services/static-check/finding.ts';
export { TargetCheck } from './services/static-check/target-check.ts';
