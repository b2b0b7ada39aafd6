import { useRef, useState } from 'react';
import { ApiError } from '../../data/client.ts';
import type { Tagged } from '../../data/use-read.ts';
import { withProof } from '../../session/proof.ts';
import { tellFailed } from '../../surfaces/toasts.tsx';

/** A stored row, as far as saving needs it. */
interface Stored {
  readonly id: string;
  readonly updated_at: string;
}

/** The state of the row that a draft was made from. */
export interface Base<R, D> extends Tagged<R> {
  readonly draft: D;
}

export interface DraftSavingInput<R extends Stored, D> {
  readonly draft: D;
  /** Null for a new one. */
  readonly first: Base<R, D> | null;
  /** Draft that a new one began with. */
  readonly blank: D;
  /** The row as it was read last. */
  readonly latest: Tagged<R> | null;
  draftOf(row: R): D;
  isChanged(draft: D, base: D): boolean;
  create(): Promise<void>;
  /** Sends what the draft changes of its base. */
  update(base: D, id: string, etag: string | null): Promise<void>;
  read(id: string): Promise<Tagged<R>>;
  load(draft: D): void;
  /** Told the error of a refused save. */
  refused(error: unknown): void;
}

export interface DraftSaving<R, D> {
  readonly base: Base<R, D> | null;
  /** Version that another person saved since; the next save changes what the draft changes, and keeps the rest. */
  readonly theirs: Base<R, D> | null;
  readonly isPending: boolean;
  /** Whether anything would be lost now. */
  isUnsaved(): boolean;
  save(): Promise<void>;
  /** Begins anew with what somebody else saved. */
  takeTheirs(): void;
}

/** Saves with the `ETag`: nothing of others is overwritten before the user who saves has seen it. */
export function useDraftSaving<R extends Stored, D>(input: DraftSavingInput<R, D>): DraftSaving<R, D> {
  const { draft, first, blank, latest, draftOf, load } = input;
  const [base, setBase] = useState(first);
  const [found, setFound] = useState<Base<R, D> | null>(null);
  const [isPending, setPending] = useState(false);
  const isDone = useRef(false);
  const baseOf = (tagged: Tagged<R>): Base<R, D> => ({ ...tagged, draft: draftOf(tagged.data) });
  const theirs = newestAfter(base, [found, latest === null ? null : baseOf(latest)]);

  const update = async (known: Base<R, D>) => {
    if (input.isChanged(draft, known.draft))
      await withProof(() => input.update(known.draft, known.data.id, (theirs ?? known).etag));
    const fresh = baseOf(await input.read(known.data.id));
    setBase(fresh);
    setFound(null);
    load(fresh.draft);
  };
  const create = async () => {
    isDone.current = true;
    try {
      await withProof(input.create);
    } catch (error) {
      isDone.current = false;
      throw error;
    }
  };
  const save = async () => {
    setPending(true);
    try {
      await (base === null ? create() : update(base));
    } catch (error) {
      if (base !== null && error instanceof ApiError && error.status === 412)
        setFound(baseOf(await input.read(base.data.id)));
      else {
        input.refused(error);
        tellFailed(error);
      }
    } finally {
      setPending(false);
    }
  };
  return {
    base,
    theirs,
    isPending,
    isUnsaved: () => !isDone.current && input.isChanged(draft, base?.draft ?? blank),
    save,
    takeTheirs: () => {
      if (theirs === null) return;
      setBase(theirs);
      setFound(null);
      load(theirs.draft);
    },
  };
}

/** The newest of the states that came after the one that the draft was made from. */
const newestAfter = <R extends Stored, D>(
  base: Base<R, D> | null,
  states: readonly (Base<R, D> | null)[],
): Base<R, D> | null =>
  states.reduce(
    (newest, state) =>
      state !== null && base !== null && state.data.updated_at > (newest ?? base).data.updated_at
        ? state
        : newest,
    null,
  );
