export type { RerunKind } from './by-hand/rerun-kind.ts';
export { Reruns } from './by-hand/reruns.ts';
export type { OwnerForRun, RunOwner } from './by-hand/run-owner.ts';
export { RunTests, type TestView } from './by-hand/run-tests.ts';
export { assertSaveable } from './drafts/assert-saveable.ts';
export { type Draft, DraftCheck, FORBIDDEN } from './drafts/draft-check.ts';
export { type Finding, fault, warning } from './drafts/finding.ts';
export { FindingReply, FindingsReply } from './drafts/findings-reply.ts';
export { concealed } from './drafts/kept-findings.ts';
export { fitsMedia } from './drafts/media-check.ts';
export { attributed, mergeSteps, sameSteps } from './drafts/merge-steps.ts';
export { stepPolicy } from './drafts/step-policy.ts';
export { TargetCheck } from './drafts/target-check.ts';
export { authorDisabled, noDatabase } from './errors.ts';
export {
  type ExplainedEvent,
  type Explanation,
  explainedEvent,
  isAfter,
  no,
  ofRun,
  type RunSummary,
  unmet,
} from './explaining/explanation.ts';
export {
  type JudgedConditions,
  JudgedConditionsReply,
  judgedConditions,
} from './explaining/judged-conditions.ts';
export { recordedMiss } from './explaining/recorded-miss.ts';
export { type AuthorOf, admitEvents } from './intake/admit-events.ts';
export { AuthorStop, type LacksRights, LOST_RIGHT, wasRefused } from './intake/author-refusals.ts';
export { type Hearing, isExact } from './intake/event-visibility.ts';
export { causationOf, isTooDeep } from './intake/loop-guard.ts';
export type { Match, MissDetails } from './intake/match-events.ts';
export { type MissTables, trimMisses } from './intake/miss-log.ts';
export type { Owner } from './intake/owner.ts';
export { DEFAULT_CEILING, enter, type GateState } from './intake/rate-window.ts';
export { type IndexedEntry, RevisionIndex } from './intake/revision-index.ts';
export type { GateKind } from './intake/run-gates.ts';
export { releaseLeases } from './leases/lease-rows.ts';
export { LeaseTerm } from './leases/lease-term.ts';
export { type Lease, LeasedWorker, type LeaseQueue } from './leases/leased-worker.ts';
export { LookChain } from './leases/look-chain.ts';
export { WakeCalendar } from './leases/wake-calendar.ts';
export { FailingPause } from './pausing/failing-pause.ts';
export { failuresOf, forgetFailures, streaksOf } from './pausing/failure-streaks.ts';
export { type PauseKind, Pausing } from './pausing/pausing.ts';
export { TripAnnouncement, type TripKind } from './pausing/trip-announcement.ts';
export { AuthorViews, asAuthorSees, type StoredRecords } from './records/author-views.ts';
export { hiddenOutputs } from './records/hidden-outputs.ts';
export { markersFor, withoutParams } from './records/hidden-params.ts';
export { keptValue } from './records/kept-values.ts';
export { type RunListQuery, RunRecords } from './records/run-records.ts';
export { runStates, stepFacts } from './records/run-reply.ts';
export type { RunView } from './records/run-rows.ts';
export { type AuthorView, blankStep, type StepRecord } from './records/step-record.ts';
export { takenOver } from './records/taken-over.ts';
export { isForAuthor } from './records/telling-params.ts';
export type { ClaimedRun } from './running/claimed-run.ts';
export { LEASE_SECONDS, RunClaims } from './running/run-claims.ts';
export { RunExecution } from './running/run-execution.ts';
export type { RunKind } from './running/run-kind.ts';
export type { DeadLetter, RunStatus } from './running/run-status.ts';
export { RunSteps } from './running/run-steps.ts';
export { RunWorker } from './running/run-worker.ts';
export { RunWriter } from './running/run-writer.ts';
export type { FailedRun } from './running/write-states.ts';
export { SealedSteps, type Step, type StepsOwner } from './steps/sealed-steps.ts';
export { asExecutorError } from './steps/step-error.ts';
export type { StepInvoker } from './steps/step-runner.ts';
