import { useRef, useState } from 'react';

export interface Attempt {
  readonly isPending: boolean;
  /** Null: it has not failed. */
  readonly failure: { readonly error: unknown; readonly atMs: number } | null;
  /** One at a time; what it throws becomes the failure. */
  run(send: () => Promise<unknown>): void;
  forget(): void;
}

/** Something that is tried, its failure shown until the next try. */
export function useAttempt(): Attempt {
  const isRunning = useRef(false);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Attempt['failure']>(null);
  return {
    isPending,
    failure,
    run: (send) => {
      if (isRunning.current) return;
      isRunning.current = true;
      setPending(true);
      setFailure(null);
      send()
        .catch((error: unknown) => setFailure({ error, atMs: Date.now() }))
        .finally(() => {
          isRunning.current = false;
          setPending(false);
        });
    },
    forget: () => setFailure(null),
  };
}
