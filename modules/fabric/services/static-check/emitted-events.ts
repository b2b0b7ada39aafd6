import type { Contributions } from '@patchbay/kernel/extension';
import type { Catalog, Stager } from '@patchbay/kernel/fabric';
import type { Step } from '@patchbay/runs';

/** Event types that carrying out steps may publish: those of staging, and those that operations declare. */
export class EmittedEvents {
  readonly #catalog: Pick<Catalog, 'find'>;
  readonly #stagers: Contributions<Stager>;

  constructor(catalog: Pick<Catalog, 'find'>, stagers: Contributions<Stager>) {
    this.#catalog = catalog;
    this.#stagers = stagers;
  }

  of(steps: readonly Pick<Step, 'operation_id'>[]): readonly string[] {
    const types = steps.flatMap(({ operation_id }) => {
      const operation = this.#catalog.find(operation_id)?.operation;
      if (operation === undefined) return [];
      const staged = operation.write ? this.#stagers.values.flatMap(({ emits = [] }) => emits) : [];
      return [...staged, ...(operation.emits ?? [])];
    });
    return [...new Set(types)];
  }
}
