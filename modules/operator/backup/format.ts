import Type, { type Static } from 'typebox';

/** Version of the file, for those who read it later. */
export const FORMAT = 'patchbay-backup-1';

/** First line of a backup. */
export const Header = Type.Object({
  format: Type.Literal(FORMAT),
  made_at: Type.String(),
  /** Steps the database had had. */
  steps: Type.Array(Type.String()),
  /** Check values of the keys that its secrets may be sealed with. */
  secret_check: Type.Array(Type.String()),
});
export type Header = Static<typeof Header>;

/** Rows follow it, as PostgreSQL writes a whole row as text. */
export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}

/** A piece of a file below `DATA_DIR/artifacts`; pieces of one file follow each other. */
export interface FileLine {
  readonly file: string;
  readonly base64: string;
}

/** Position of a sequence. */
export interface SequenceLine {
  readonly sequence: string;
  readonly last_value: string;
}

/** Last line: without it, or with other numbers, the file was cut. */
export interface EndLine {
  readonly end: { readonly rows: number; readonly files: number };
}

/** A line after the first; a row is a plain string. */
export type Line = string | TableLine | FileLine | SequenceLine | EndLine;
