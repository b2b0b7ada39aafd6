/** Stores bytes under a name. Throws `ARTIFACT_STORE_FAILED` when it cannot be used, `ARTIFACT_STORE_FULL`. */
export interface BlobStore {
  /** All of it or nothing; the same name is only ever written with the same bytes. */
  write(name: string, bytes: Buffer): Promise<void>;
  /** Null when nothing lies there; one byte more than `most` at most. */
  read(name: string, most: number): Promise<Buffer | null>;
  /** An absent name counts as removed. */
  remove(name: string): Promise<void>;
  /** Whether it can be used now; throws why not. */
  check(): Promise<void>;
}

const NAME = /^[0-9a-f-]{36}\/[0-9a-f-]{36}-[0-9a-f]{64}$/;

interface Named {
  readonly id: string;
  readonly organization_id: string;
  readonly sha256: string;
}

/** The name of an artifact's bytes. Made of what we gave out ourselves: nothing of a caller's leads anywhere. */
export function blobName({ organization_id, id, sha256 }: Named): string {
  const name = `${organization_id}/${id}-${sha256}`;
  if (!NAME.test(name)) throw new Error('an artifact has no name of its kind');
  return name;
}
