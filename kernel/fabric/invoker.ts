import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { Service, type Token, token } from '../di/index.ts';
import {
  type ErrorDefinition,
  type ErrorDetail,
  notFound,
  unavailable,
  validationFailed,
} from '../errors/index.ts';
import type { Contributions } from '../extension/index.ts';
import { type Access, authorize, type PermissionMap, type Principal } from '../permissions/index.ts';
import { isUuid, newId, SchemaCompiler } from '../schema/index.ts';
import type { ArtifactReference, HandedArtifact } from './artifacts/artifact.ts';
import { type Artifacts, acceptsMedia, assertBounded } from './artifacts/artifacts.ts';
import type { BoundOperation, Catalog } from './catalog.ts';
import type { AnyOperation, OperationResult, ReadOperation, WriteOperation } from './define-operation.ts';
import {
  artifactRequired,
  badTarget,
  crossTenantTarget,
  noTarget,
  operationNotFound,
  operationNotNative,
} from './errors.ts';
import { inputSchemaOf } from './input-schema.ts';
import type { StageRequest, Stager } from './stager.ts';

export interface Invocation {
  readonly operation_id: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly artifact?: HandedArtifact | undefined;
  /** Keep what it produces, for steps that come after; the answer then says where. */
  readonly keep_artifact?: boolean | undefined;
  readonly effect_id?: string | undefined;
  readonly causation?: readonly string[] | undefined;
  readonly trigger?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** A read answers its output; a write is staged, never applied (SPEC 4.5). */
export type InvocationResult =
  | ({ readonly staged: false; readonly kept?: ArtifactReference } & OperationResult)
  | { readonly staged: true; readonly change_id: string; readonly feature: string };

/** Effect that an invocation would have, without having it. */
export interface Preview {
  /** Staging, and whatever reaches outside the platform. */
  readonly hasEffect: boolean;
  readonly produces: readonly string[];
  /** The write that would be staged; null for a read. */
  readonly stages: Omit<StageRequest, 'artifact' | 'causation'> | null;
}

export const INVOKER: Token<Invoker> = token('kernel.fabric.invoker');

const DEADLINE_MS = 30_000;

/** Runs or stages operations for a principal; every caller of an operation comes through here. */
export class Invoker extends Service<{
  catalog: Pick<Catalog, 'find' | 'findForeign'>;
  permissions: PermissionMap;
  stagers: Contributions<Stager>;
  artifacts: Pick<Artifacts, 'open' | 'keep'>;
}> {
  readonly #ajv = new SchemaCompiler({ allErrors: true, strict: false });
  readonly #validators = new WeakMap<object, ValidateFunction>();

  async invoke(principal: Principal, invocation: Invocation): Promise<InvocationResult> {
    const bound = this.parts.catalog.find(invocation.operation_id);
    if (!bound) throw this.#absent(principal, invocation.operation_id);
    authorize(this.parts.permissions, principal, accessOf(bound));
    const { operation } = bound;
    return operation.write
      ? this.#stage(principal, { ...bound, operation }, invocation)
      : this.#run(principal, bound, operation, invocation);
  }

  /** Refuses what `invoke` would refuse before it begins; carries out and stages nothing. */
  preview(principal: Principal, invocation: Invocation): Preview {
    const bound = this.parts.catalog.find(invocation.operation_id);
    if (!bound) throw this.#absent(principal, invocation.operation_id);
    authorize(this.parts.permissions, principal, accessOf(bound));
    const { operation } = bound;
    const stages = operation.write ? this.#requestFor({ ...bound, operation }, invocation) : null;
    if (!operation.write) this.#checkRead(bound, invocation);
    return {
      hasEffect: operation.write || (operation.effect ?? operation.permission === null),
      produces: operation.produces ?? [],
      stages,
    };
  }

  #absent(principal: Principal, operation_id: string): Error {
    return this.parts.catalog.findForeign(operation_id, principal.organization_id)
      ? operationNotNative()
      : operationNotFound();
  }

  async #run(
    principal: Principal,
    bound: BoundOperation,
    operation: ReadOperation,
    invocation: Invocation,
  ): Promise<InvocationResult> {
    this.#checkRead(bound, invocation);
    let signal: AbortSignal | undefined;
    const { effect_id = newId(), keep_artifact = false } = invocation;
    const { organization_id } = principal;
    const handed = artifactFor(operation, invocation);
    const artifact = handed && (await this.parts.artifacts.open(organization_id, handed));
    const result = await operation.run({
      params: invocation.params,
      principal,
      deps: bound.deps,
      // Created at first use: a timer for each step of each run is dear.
      get signal() {
        signal ??= withDeadline(invocation.signal);
        return signal;
      },
      effect_id,
      causation: invocation.causation ?? [],
      trigger: invocation.trigger ?? null,
      ...(artifact ? { artifact } : {}),
    });
    if (!result.artifact) return { staged: false, ...result };
    assertBounded(result.artifact);
    if (!keep_artifact) return { staged: false, ...result };
    const kept = await this.parts.artifacts.keep(organization_id, result.artifact, effect_id);
    return { staged: false, ...result, kept };
  }

  async #stage(principal: Principal, bound: BoundWrite, invocation: Invocation): Promise<InvocationResult> {
    const { operation } = bound;
    const request = this.#requestFor(bound, invocation);
    const [stager] = this.parts.stagers.values;
    if (!stager) throw unavailable({ message: 'Writes cannot be staged: no module that stages them is on.' });
    const handed = artifactFor(operation, invocation);
    try {
      const { change_id } = await stager.stage(principal, {
        ...request,
        artifact: handed && (await this.#kept(principal, handed, invocation)),
        causation: invocation.causation ?? [],
      });
      return { staged: true, change_id, feature: operation.feature };
    } catch (error) {
      throw notFound.matches(error) ? crossTenantTarget({ cause: error }) : error;
    }
  }

  async #kept(
    { organization_id }: Principal,
    { media_type, ...handed }: HandedArtifact,
    { effect_id = newId() }: Invocation,
  ): Promise<HandedArtifact> {
    const reference = await this.parts.artifacts.keep(organization_id, { media_type, ...handed }, effect_id);
    return { media_type, reference };
  }

  #requestFor(bound: BoundWrite, invocation: Invocation) {
    const { operation } = bound;
    const { controller_id, target_id, notes, ...payload } = invocation.params;
    if (controller_id === undefined || controller_id === null || controller_id === '')
      throw about('controller_id', 'required', 'is required', noTarget);
    if (typeof controller_id !== 'string' || !isUuid(controller_id))
      throw about('controller_id', 'format', 'must be a UUID', badTarget);
    artifactFor(operation, invocation);
    this.#check(inputSchemaOf(bound), invocation.params);
    return {
      feature: operation.feature,
      operation: operation.operation,
      controller_id,
      target_id: typeof target_id === 'string' ? target_id : undefined,
      notes: typeof notes === 'string' ? notes : undefined,
      payload,
    };
  }

  #checkRead(bound: BoundOperation, invocation: Invocation): void {
    this.#check(inputSchemaOf(bound), invocation.params);
    artifactFor(bound.operation, invocation);
  }

  #check(schema: object, params: unknown): void {
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(schema);
    this.#validators.set(schema, validate);
    if (validate(params)) return;
    const told = (validate.errors ?? []).filter(({ propertyName }) => propertyName === undefined);
    throw validationFailed({ details: told.map(detailOf) });
  }
}

type BoundWrite = BoundOperation & { readonly operation: WriteOperation };

/** A refusal that names the parameter it is about. */
const about = (field: string, type: string, message: string, refusal: ErrorDefinition): Error =>
  refusal({ details: [{ field: `params.${field}`, message, type }] });

/** Arguments of the operation; artifacts are left out for operations that take none. Throws `ARTIFACT_REQUIRED`. */
function artifactFor(
  { accepts = [] }: Pick<AnyOperation, 'accepts'>,
  { artifact }: Invocation,
): HandedArtifact | undefined {
  if (accepts.length === 0) return undefined;
  if (artifact === undefined) throw artifactRequired();
  if (acceptsMedia(accepts, artifact.media_type)) return artifact;
  throw artifactRequired({
    message: `This operation takes ${accepts.join(', ')}; before it there is ${artifact.media_type}.`,
  });
}

function withDeadline(asked: AbortSignal | undefined): AbortSignal {
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  return asked ? AbortSignal.any([asked, deadline]) : deadline;
}

/** Sinks have no permission: they need an unscoped org_admin (SPEC 4.5, 5.9). */
export const accessOf = ({ operation }: BoundOperation): Access =>
  operation.permission === null
    ? { role: 'org_admin', unscoped: true }
    : { permission: operation.permission };

const detailOf = (error: ErrorObject): ErrorDetail => {
  const refused = error.params['propertyName'];
  const named = error.params['missingProperty'] ?? error.params['additionalProperty'] ?? refused;
  const path = ['params', ...error.instancePath.split('/').slice(1), ...(named ? [String(named)] : [])];
  return refused === undefined
    ? { field: path.join('.'), message: error.message ?? 'is not valid', type: error.keyword }
    : { field: path.join('.'), message: 'is not for callers to set', type: 'not_allowed' };
};
