import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import type { Dependency } from '@patchbay/kernel/di';
import { type KnownCaller, type ReplyOf, route } from '@patchbay/kernel/http';
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { JudgedConditionsReply } from '../explaining/judged-conditions.ts';
import type { RunRecords } from '../records/run-records.ts';
import type { RerunKind } from './rerun-kind.ts';
import type { Reruns } from './reruns.ts';
import type { RunOwner } from './run-owner.ts';
import type { RunTests } from './run-tests.ts';

/** Runs of one kind, and the words that their routes are made of. */
interface RunsDeclaration<P extends TProperties, O extends RunOwner> {
  /** Where ids and paths begin. */
  readonly module: 'fabric' | 'automation';
  readonly kind: Pick<RerunKind, 'stepNoun' | 'ownerNoun' | 'ownerName' | Refusal>;
  readonly run: 'run' | 'execution';
  /** The last step that a run may have, counted from 0. */
  readonly lastStep: number;
  readonly read: KnownCaller;
  readonly manage: KnownCaller;
  readonly reply: TObject<P>;
  readonly records: Dependency<Pick<RunRecords<ReplyOf<TObject<P>>>, 'get' | 'deadLetters'>>;
  readonly reruns: Dependency<Pick<Reruns<O, ReplyOf<TObject<P>>>, keyof Reruns<O, unknown>>>;
  readonly tests: Dependency<Pick<RunTests<O, ReplyOf<TObject<P>> & object>, 'test'>>;
  readonly summaries: { readonly test: string; readonly deadLetters: string };
}

type Owned = Readonly<Record<string, string | undefined>>;
type Refusal = 'runNotEnded' | 'stepsChanged' | 'notADeadLetter';

const Id = Type.String({ format: 'uuid' });
const TestInput = Type.Object({
  payload: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  event_id: Type.Optional(Id),
});

/** Routes of runs that are looked at, tested, carried out anew, and replayed or put away when they failed. */
export function runRoutes<P extends TProperties, O extends RunOwner>(declared: RunsDeclaration<P, O>) {
  const { module, kind, run, read, manage, summaries } = declared;
  const reply: TSchema = declared.reply;
  const tested: TSchema = Type.Object({ ...declared.reply.properties, conditions: JudgedConditionsReply });
  const { stepNoun: step, ownerNoun: owner, ownerName } = kind;
  const owner_id = `${owner}_id`;
  const from = `from_${step}`;
  const onOne = `/${module}/${run}s/{${run}_id}`;
  const dead = { id: `${module}.dead-letters`, path: `/${module}/dead-letters` };
  const onDead = `${dead.path}/{${run}_id}`;
  const deps = { runs: declared.records };
  const again = { reruns: declared.reruns };
  const idIn = (named: Readonly<Record<string, unknown>>, name = `${run}_id`): string => String(named[name]);
  const get = route({
    id: `${module}.${run}s.get`,
    method: 'GET',
    path: onOne,
    summary: `Get ${aOrAn(run)} with its ${step}s`,
    access: read,
    reply,
    deps,
    handle: ({ principal, params, deps }) => deps.runs.get(principal, idIn(params)),
  });
  const test = route({
    id: `${module}.${owner}s.test`,
    method: 'POST',
    path: `/${module}/${owner}s/{${owner_id}}/test`,
    summary: summaries.test,
    access: manage,
    body: TestInput,
    reply: tested,
    deps: { tests: declared.tests },
    handle: ({ principal, params, body, deps }) => deps.tests.test(principal, idIn(params, owner_id), body),
  });
  const rerun = route({
    id: `${module}.${run}s.rerun`,
    method: 'POST',
    path: `${onOne}/rerun`,
    summary: `Carry ${aOrAn(run)} out anew from ${aOrAn(step)} on, with effects of its own`,
    access: manage,
    body: Type.Object({
      [from]: Type.Integer({
        minimum: 0,
        maximum: declared.lastStep,
        description: `${step}s before it stand as they ended`,
      }),
    }),
    status: 202,
    reply,
    errors: [kind.runNotEnded, kind.stepsChanged],
    deps: again,
    handle: ({ principal, params, body, deps }) =>
      deps.reruns.rerun(principal, idIn(params), Number(body[from])),
  });
  const list = route({
    id: `${dead.id}.list`,
    method: 'GET',
    path: dead.path,
    summary: summaries.deadLetters,
    access: read,
    query: pageQuerySchema({
      sort: ['created_at'],
      extra: { [owner_id]: Type.Optional(Id) } as Record<never, TSchema>,
    }),
    reply: pageSchema(reply),
    deps,
    handle: ({ principal, query, deps }) =>
      deps.runs.deadLetters(principal, { ...query, owner_id: (query as unknown as Owned)[owner_id] }),
  });
  const replayAll = route({
    id: `${dead.id}.replay-all`,
    method: 'POST',
    path: `${dead.path}/replay`,
    summary: `Replay the oldest 200 dead letters of a ${ownerName}`,
    access: manage,
    body: Type.Object({ [owner_id]: Id }),
    status: 202,
    reply: Type.Object({
      replayed: Type.Integer(),
      left: Type.Integer({ description: `dead letters of the ${ownerName} that are still there` }),
    }),
    deps: again,
    handle: ({ principal, body, deps }) => deps.reruns.replayAll(principal, idIn(body, owner_id)),
  });
  const replay = route({
    id: `${dead.id}.replay`,
    method: 'POST',
    path: `${onDead}/replay`,
    summary: `Replay a failed ${run} from the ${step} that failed`,
    access: manage,
    status: 202,
    reply,
    errors: [kind.notADeadLetter, kind.stepsChanged],
    deps: again,
    handle: ({ principal, params, deps }) => deps.reruns.replay(principal, idIn(params)),
  });
  const dismiss = route({
    id: `${dead.id}.dismiss`,
    method: 'DELETE',
    path: onDead,
    summary: `Put a failed ${run} away`,
    access: manage,
    status: 204,
    deps: again,
    handle: ({ principal, params, deps }) => deps.reruns.dismiss(principal, idIn(params)),
  });
  return { get, test, rerun, deadLetters: [list, replayAll, replay, dismiss] };
}

const aOrAn = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
