import type { ApiMethod, ApiPath, ReplyOf } from '@patchbay/client';
import { useState } from 'react';
import { withProof } from '../session/proof.ts';
import { tellDone, tellFailed } from '../surfaces/toasts.tsx';
import { call } from './client.ts';
import { refreshWithout } from './query-client.ts';
import type { WriteInput } from './route-types.ts';

export interface WriteOptions<Reply> {
  /** Declared paths that are read anew; default the collection that the path stands in. */
  readonly refreshes?: readonly string[];
  /** Said when it worked. */
  readonly done?: string | ((reply: Reply) => string);
  onDone?(reply: Reply): void;
}

export interface Write<M extends ApiMethod, P extends ApiPath<M>> {
  /** Rejects with the `ApiError`, for forms that show it. */
  send(input: WriteInput<M, P>): Promise<ReplyOf<M, P>>;
  /** Tells an error as a toast, and then answers undefined. */
  run(input: WriteInput<M, P>): Promise<ReplyOf<M, P> | undefined>;
  readonly isPending: boolean;
}

/** `/sites/{site_id}` and `/sites/import` → `/sites`. */
const collectionOf = (path: string): string => `/${path.split('/')[1] ?? ''}`;

/** Writes by a route. Where the platform wants a fresh proof of identity, it is asked for and the write sent again. */
export function useWrite<M extends Exclude<ApiMethod, 'GET'>, P extends ApiPath<M>>(
  method: M,
  path: P,
  { refreshes, done, onDone }: WriteOptions<ReplyOf<M, P>> = {},
): Write<M, P> {
  const [pending, setPending] = useState(0);
  const send = async (input: WriteInput<M, P>): Promise<ReplyOf<M, P>> => {
    setPending((n) => n + 1);
    try {
      const { data } = await withProof(() => call(method, path, input));
      // The page of what is deleted goes on to another one; until then it is not read again.
      const gone = method === 'DELETE' ? { path, parameters: { ...input.path } } : null;
      refreshWithout(gone, refreshes ?? [collectionOf(path)]);
      if (done !== undefined) tellDone(typeof done === 'string' ? done : done(data));
      onDone?.(data);
      return data;
    } finally {
      setPending((n) => n - 1);
    }
  };
  return {
    send,
    run: (input) =>
      send(input).catch((error: unknown) => {
        tellFailed(error);
        return undefined;
      }),
    isPending: pending > 0,
  };
}
