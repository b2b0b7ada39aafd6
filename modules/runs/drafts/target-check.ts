import type { Unit } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import type { Contributions } from '@patchbay/kernel/extension';
import {
  type Catalog,
  crossTenantTarget,
  inputSchemaOf,
  type ReferenceKind,
  referencesIn,
  type Stager,
  type StageTarget,
} from '@patchbay/kernel/fabric';
import { isUuid } from '@patchbay/kernel/schema';
import type { TSchema } from 'typebox';
import type { Step } from '../steps/sealed-steps.ts';
import { type Finding, fault } from './finding.ts';

type Params = Readonly<Record<string, unknown>>;

/** A controller that is not to be found has the executor's own word. */
const TYPES: Readonly<Record<string, string>> = {
  controller: crossTenantTarget.type ?? 'CROSS_TENANT_TARGET',
};

/**
 * Ids in params against the rows of the organization, as the caller sees them: those of nothing and of others are
 * faults alike, and so is a write to a controller that does not know its feature (DECISIONS 43).
 */
export class TargetCheck extends Service<{
  catalog: Pick<Catalog, 'find'>;
  kinds: Contributions<ReferenceKind>;
  stagers: Contributions<Stager>;
}> {
  /** Fields are those of steps: `steps.0.params.controller_id`. */
  async ofSteps(unit: Unit, steps: readonly Pick<Step, 'operation_id' | 'params'>[]): Promise<Finding[]> {
    const found: Finding[] = [];
    for (const [index, { operation_id, params }] of steps.entries()) {
      const bound = this.parts.catalog.find(operation_id);
      if (bound === undefined) continue;
      const field = `steps.${index}.params`;
      found.push(...(await this.ofReferences(unit, inputSchemaOf(bound), params, field)));
      const { operation } = bound;
      if (!operation.write) continue;
      const { feature, operation: verb } = operation;
      const { controller_id } = params;
      found.push(...(await this.ofWrite(unit, { feature, operation: verb, controller_id }, field)));
    }
    return found;
  }

  async ofReferences(unit: Unit, schema: TSchema, params: Params, field: string): Promise<Finding[]> {
    const references = referencesIn(schema, params);
    const found: Finding[] = [];
    for (const { noun, among } of this.parts.kinds.values) {
      const named = references.filter((reference) => reference.noun === noun);
      if (named.length === 0) continue;
      const ids = [...new Set(named.map(({ id }) => id.toLowerCase()))];
      const seen = new Set(await among(unit, ids));
      for (const { id, path } of named)
        if (!seen.has(id.toLowerCase()))
          found.push(fault([field, ...path].join('.'), TYPES[noun] ?? 'not_found', `no such ${noun}`));
    }
    return found;
  }

  async ofWrite(
    unit: Unit,
    {
      feature,
      operation,
      controller_id,
    }: Omit<StageTarget, 'controller_id'> & { readonly controller_id?: unknown },
    field: string,
  ): Promise<Finding[]> {
    const [stager] = this.parts.stagers.values;
    if (typeof controller_id !== 'string' || !isUuid(controller_id)) return [];
    const finding = await stager?.judge?.(unit, { feature, operation, controller_id });
    return finding ? [{ ...finding, field: `${field}.${finding.field}` }] : [];
  }
}
