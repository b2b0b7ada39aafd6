import { ApiError } from '@patchbay/client';

/** The error that a call ends with. */
export async function failure(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('the call did not end with an ApiError', { cause: error });
}
