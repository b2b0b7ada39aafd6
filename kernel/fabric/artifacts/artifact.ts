/** Bytes an operation produced, beside its data. */
export interface Artifact {
  readonly media_type: string;
  readonly bytes: Buffer;
}

/** Maximum size of one artifact; larger ones are refused with `ARTIFACT_TOO_LARGE`, wherever they come from. */
export const MAX_ARTIFACT_BYTES = 16 * 1_048_576;

/** Location of an artifact's bytes, with their hash and size (SPEC 4.5). */
export interface ArtifactReference {
  /** Unguessable; means nothing to any other organization. */
  readonly token: string;
  /** Hex, of the bytes. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly media_type: string;
}

/** An artifact on its way to an operation: its bytes, or where they are kept, or both. */
export interface HandedArtifact {
  readonly media_type: string;
  readonly bytes?: Buffer | undefined;
  readonly reference?: ArtifactReference | undefined;
}
