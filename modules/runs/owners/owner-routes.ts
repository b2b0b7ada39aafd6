import type { Dependency } from '@patchbay/kernel/di';
import type { ErrorDefinition } from '@patchbay/kernel/errors';
import { type KnownCaller, type ReplyOf, route } from '@patchbay/kernel/http';
import type { Principal } from '@patchbay/kernel/permissions';
import Type, { type Static, type TSchema } from 'typebox';
import { FindingsReply } from '../drafts/findings-reply.ts';

type Findings = Promise<Static<typeof FindingsReply>>;

/** Owners that are tried before they are saved. */
interface Owners<I, P, V> {
  create(principal: Principal, input: I): Promise<V>;
  tryCreate(principal: Principal, input: I): Findings;
  update(principal: Principal, id: string, patch: P, if_match: string | null): Promise<V>;
  tryUpdate(principal: Principal, id: string, patch: P): Findings;
}

interface OwnersDeclaration<I extends TSchema, P extends TSchema, R extends TSchema> {
  readonly id: string;
  readonly path: string;
  readonly parameter: string;
  readonly service: Dependency<Owners<Static<I>, Static<P>, ReplyOf<R>>>;
  readonly write: KnownCaller;
  readonly reply: R;
  readonly input: I;
  readonly patch: P;
  /** Their steps, in a body. */
  readonly steps: 'steps' | 'actions';
  readonly errors: readonly ErrorDefinition[];
  readonly summaries: { readonly create: string; readonly update: string };
}

const DryRunQuery = Type.Object({ dry_run: Type.Optional(Type.Boolean()) });

/** Routes that save an owner, or with `dry_run` tell what would be refused. */
export function savingRoutes<I extends TSchema, P extends TSchema, R extends TSchema>(
  declared: OwnersDeclaration<I, P, R>,
) {
  const { id, path, parameter, write, input, patch, summaries } = declared;
  const reply: TSchema = Type.Union([declared.reply, FindingsReply]);
  const both = {
    access: write,
    query: DryRunQuery,
    keepsMarkers: [`${declared.steps}.*.params`],
    reply,
    deps: { owners: declared.service },
  };
  const create = route({
    ...both,
    id: `${id}.create`,
    method: 'POST',
    path,
    summary: summaries.create,
    body: input,
    status: 201,
    replies: { 200: FindingsReply },
    errors: declared.errors,
    handle({ principal, query, body, deps, reply }) {
      if (!query.dry_run) return deps.owners.create(principal, body);
      reply.status(200);
      return deps.owners.tryCreate(principal, body);
    },
  });
  const update = route({
    ...both,
    id: `${id}.update`,
    method: 'PATCH',
    path: `${path}/{${parameter}}`,
    summary: summaries.update,
    body: patch,
    handle({ principal, params, query, body, request, deps }) {
      const row = params[parameter] ?? '';
      return query.dry_run
        ? deps.owners.tryUpdate(principal, row, body)
        : deps.owners.update(principal, row, body, request.if_match);
    },
  });
  return { create, update };
}
