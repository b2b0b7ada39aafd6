import type { ApiMethod, ApiPath, ReplyOf } from '@patchbay/client';
import { call, expectEnd } from '../data/client.ts';
import type { WriteInput } from '../data/route-types.ts';
import { withProof } from './proof.ts';
import { type Farewell, useSession } from './session.ts';

/**
 * A write that ends every session of the user, this one included. What the reply is worth saying, secrets that are
 * shown once above all, stays on the screen until the user goes on to the sign-in page. Rejects as `send` does.
 */
export function useFinalWrite<M extends Exclude<ApiMethod, 'GET'>, P extends ApiPath<M>>(
  method: M,
  path: P,
  farewellOf: (reply: ReplyOf<M, P>) => Farewell,
): (input: WriteInput<M, P>) => Promise<void> {
  const { end } = useSession();
  return async (input) => {
    const reply = await withProof(async () => {
      expectEnd(true);
      try {
        return (await call(method, path, input)).data;
      } catch (error) {
        expectEnd(false);
        throw error;
      }
    });
    end(farewellOf(reply));
  };
}
