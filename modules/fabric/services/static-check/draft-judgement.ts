import type { Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Finding, TargetCheck } from '@patchbay/runs';
import { assertSaveable, type Draft, type DraftCheck } from '@patchbay/runs';
import type { CycleCheck } from './cycle-check.ts';

export interface JudgedDraft {
  /** Null for a Connection that is not saved yet. */
  readonly id: string | null;
  readonly draft: Draft;
  /** Draft for the checks of cycles and ids; null when neither changes. */
  readonly wired: Draft | null;
  /** Whether the caller wrote the steps, and so needs the rights to them. */
  readonly answersForSteps: boolean;
}

/** Findings of a draft before it runs: by itself, and among the other Connections. */
export class DraftJudgement extends Service<{
  check: Pick<DraftCheck, 'findings'>;
  cycles: Pick<CycleCheck, 'findings'>;
  targets: Pick<TargetCheck, 'ofSteps'>;
}> {
  async findings(unit: Unit, { id, draft, wired, answersForSteps }: JudgedDraft): Promise<Finding[]> {
    const found = this.parts.check.findings(unit.principal, draft, answersForSteps);
    if (wired === null) return [...found];
    return [
      ...found,
      ...(await this.parts.targets.ofSteps(unit, wired.steps)),
      ...(await this.parts.cycles.findings(unit.sql, unit.organization_id, wired, id)),
    ];
  }

  /** Answers the warnings; throws for anything worse. */
  async assertSound(unit: Unit, judged: JudgedDraft): Promise<Finding[]> {
    return assertSaveable(await this.findings(unit, judged));
  }
}
