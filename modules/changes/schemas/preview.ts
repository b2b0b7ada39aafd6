import { Nullable } from '@patchbay/kernel/schema';
import Type, { type Static } from 'typebox';
import { ChangeSchema } from './changes.ts';

const valueWith = (description: string) =>
  Nullable(Type.Record(Type.String(), Type.Unknown(), { description }));

export const PreviewQuery = Type.Object({
  live: Type.Optional(Type.Boolean({ description: 'reads the device; without it nothing is contacted' })),
});

/** Effect of applying a change, and the obstacles to it. */
export const PreviewSchema = Type.Object({
  change: ChangeSchema,
  seen: valueWith(
    'the object as it was when the change was staged, without secrets; null where it was not known',
  ),
  live: valueWith('the object as the device shows it now, without secrets'),
  is_read: Type.Boolean({
    description: 'whether the device was read: without `live`, and for creations and commands, it was not',
  }),
  moved: Type.Array(Type.String(), {
    description:
      'fields that count and differ between `seen` and `live`; those that devices alter by themselves do not',
  }),
  needs: Type.Object({
    permissions: Type.Array(Type.String()),
    role: Nullable(Type.String({ description: 'lowest role beside the permissions' })),
    because: Type.Array(Type.String(), {
      description: 'fields of the payload by which gear runs something or lets someone in',
    }),
  }),
  may_apply: Type.Boolean({ description: 'whether the caller holds the rights to apply it' }),
  why_not: Nullable(Type.String()),
  step_up: Type.Boolean({ description: 'approvals must come from a session younger than ten minutes' }),
  obstacles: Type.Array(
    Type.Object({
      id: Type.String({
        description: 'of the error by which applying it would be refused',
        examples: ['changes.frozen'],
      }),
      message: Type.String(),
    }),
    { description: 'everything that stands against applying it now, rights aside' },
  ),
});
export type PreviewView = Static<typeof PreviewSchema>;

/** Requests that applying a change would send. */
export const CallsSchema = Type.Object({
  is_offered: Type.Boolean({
    description: 'false where a push of this vendor cannot be rehearsed, or the change is not pending',
  }),
  calls: Type.Array(
    Type.Object({
      method: Type.String(),
      path: Type.String({ description: 'with its query, below the address of the controller' }),
      body: Type.Unknown({
        description: 'without secrets; null without one, and for one that cannot be shown',
      }),
    }),
  ),
  is_complete: Type.Boolean({
    description: 'false where more may follow, which only answers of the device tell',
  }),
  reason: Nullable(Type.String({ description: 'why it is not complete, in the words of the vendor' })),
});
export type CallsView = Static<typeof CallsSchema>;
