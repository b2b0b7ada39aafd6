import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import type { StepNoun } from '../running/run-kind.ts';

/** States of a run, as they are shown. */
export const runStates = (aStep: 'a step' | 'an action') => ({
  is_test: Type.Boolean(),
  /** No effect was carried out. */
  shadow: Type.Boolean(),
  rerun_of: Nullable(Type.String({ format: 'uuid' })),
  status: Type.String(),
  reason: Nullable(Type.String()),
  dead_letter: Nullable(Type.Enum(['open', 'replayed', 'dismissed'])),
  not_before: Nullable(Type.String({ description: `${aStep} is tried again then` })),
  started_at: Nullable(Type.String()),
  finished_at: Nullable(Type.String()),
});

/** The record of one step, as it is shown beside its name. */
export const stepFacts = (noun: StepNoun) => ({
  status: Type.String(),
  input: Type.Unknown(),
  output: Type.Unknown(),
  error: Nullable(Type.Object({ type: Type.String(), message: Type.String() })),
  duration_ms: Nullable(Type.Number()),
  change_id: Type.Optional(Type.String()),
  artifact: Type.Optional(
    Type.Object({
      media_type: Type.String(),
      size: Type.Integer(),
      sha256: Type.Optional(Type.String()),
      token: Type.Optional(
        Type.String({ description: `where it is kept; absent when no later ${noun} takes it` }),
      ),
    }),
  ),
  attempts: Type.Optional(Type.Integer({ description: 'tries so far, when there was more than one' })),
  reason: Type.Optional(Type.String({ description: 'why it was not carried out' })),
});
