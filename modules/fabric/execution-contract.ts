/** What carries out steps and judges drafts, for the module whose rules do the same (SPEC 4.6). */
export { notifyOperation } from './operations/notify.ts';
export { webhookOperation } from './operations/webhook.ts';
export { FindingsReply, REDACTED } from './schemas.ts';
export { JudgedConditionsReply } from './schemas-runs.ts';
export { reachFindings } from './services/author-reach.ts';
export { AUTHOR_REFUSAL, AuthorStop, LOST_RIGHT } from './services/author-refusals.ts';
export { AuthorViews, type StoredRecords } from './services/author-views.ts';
export { Authors, actingIn } from './services/authors.ts';
export { isExact } from './services/connection-index.ts';
export { DraftCheck, FORBIDDEN } from './services/draft-check.ts';
export { explainedEvent, isAfter, no, ofRun, unmet } from './services/explanation.ts';
export { FailingPause } from './services/failing-pause.ts';
export {
  failuresOf,
  forgetFailures,
  MOST_FAILURES,
  type Streak,
  streaksOf,
} from './services/failure-streaks.ts';
export { type GateRow, lockGates, writeGates } from './services/gate-rows.ts';
export { authorsOf, type Hearing, hearingOf, unheard } from './services/hearing.ts';
export { jsonValue } from './services/json-value.ts';
export { type JudgedConditions, judgedConditions } from './services/judged-conditions.ts';
export { concealed } from './services/kept-findings.ts';
export { causationOf, type Match, type Matched, matchEvents, type Wired } from './services/match-events.ts';
export { attributed, mergeSteps, sameSteps } from './services/merge-steps.ts';
export { type MissTables, recordMisses, trimMisses } from './services/miss-log.ts';
export { OnceInvoker } from './services/once-invoker.ts';
export { DEFAULT_CEILING, enter } from './services/rate-window.ts';
export { recordedMiss } from './services/recorded-miss.ts';
export { type IndexedEntry, RevisionIndex } from './services/revision-index.ts';
export { type ClaimedRun, type ClaimRequest, LEASE_SECONDS } from './services/run-claims.ts';
export { RunExecution } from './services/run-execution.ts';
export { RunSteps } from './services/run-steps.ts';
export { RunWorker } from './services/run-worker.ts';
export type { RunState } from './services/run-writer.ts';
export { SealedSteps, type Step } from './services/sealed-steps.ts';
export { assertSaveable } from './services/static-check/draft-judgement.ts';
export { type Finding, fault, warning } from './services/static-check/finding.ts';
export { TargetCheck } from './services/static-check/target-check.ts';
export type { StepRecord } from './services/step-record.ts';
export type { StepInvoker } from './services/step-runner.ts';
export { isForAuthor } from './services/telling-params.ts';
export { WakeCalendar } from './services/wake-calendar.ts';
