import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import type { Catalog, Stager } from '@patchbay/kernel/fabric';
import type { Step } from '@patchbay/runs';

/** Event types that carrying out steps may publish: those of staging, and those that operations declare. */
export class EmittedEvents extends Service<{
  catalog: Pick<Catalog, 'find'>;
  stagers: Contributions<Stager>;
}> {
  of(steps: readonly Pick<Step, 'operation_id'>[]): readonly string[] {
    const types = steps.flatMap(({ operation_id }) => {
      const operation = this.parts.catalog.find(operation_id)?.operation;
      if (operation === undefined) return [];
      const staged = operation.write ? this.parts.stagers.values.flatMap(({ emits = [] }) => emits) : [];
      return [...staged, ...(operation.emits ?? [])];
    });
    return [...new Set(types)];
  }
}
