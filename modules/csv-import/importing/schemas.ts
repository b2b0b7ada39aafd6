import Type, { type Static } from 'typebox';
import { MAX_LISTED } from './import-faults.ts';

const closed = { additionalProperties: false };
const Count = Type.Integer();

/** Body of an import; `example` is a small file that stands in the document. */
export const csvImportInput = (example: string) =>
  Type.Object(
    {
      csv: Type.String({
        maxLength: 1_048_576,
        description: 'RFC 4180: a header row, commas, UTF-8; at most 2,000 records',
        examples: [example],
      }),
      dry_run: Type.Optional(
        Type.Boolean({
          description: 'writes nothing and answers 200: what would happen, and all that is wrong',
          examples: [false],
        }),
      ),
    },
    closed,
  );
export interface CsvImportInput {
  readonly csv: string;
  readonly dry_run?: boolean;
}

const Fault = Type.Object({
  row: Type.Integer({ description: 'line of the file on which the record begins, from 1' }),
  column: Type.Union([Type.String(), Type.Null()], { description: 'null: the record as a whole' }),
  message: Type.String(),
  type: Type.String({ description: 'a stable word, such as `unknown_column`, `required`, `not_found`' }),
});

const DryRun = Type.Object({
  dry_run: Type.Literal(true),
  rows: Count,
  would_create: Count,
  would_update: Count,
  unchanged: Count,
  errors: Type.Array(Fault, { description: `the first ${MAX_LISTED}, by line` }),
  error_count: Count,
});

const Imported = Type.Object({
  dry_run: Type.Literal(false),
  rows: Count,
  created: Count,
  updated: Count,
  unchanged: Count,
});

export const CsvImportReply = Type.Union([DryRun, Imported]);
export type CsvImportReply = Static<typeof CsvImportReply>;
