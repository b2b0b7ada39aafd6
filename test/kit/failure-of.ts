/** What a promise was rejected with; the words `it worked` when it was not. */
export const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'it worked',
    (error: unknown) => error,
  );
