export { asClearableText, asFields, asFlag, asList, asText } from './columns/cell-readers.ts';
export { column, type ImportColumn, type ImportColumns, type ImportValues } from './columns/column.ts';
export { changedFrom } from './importing/changed-from.ts';
export { checkRoom } from './importing/check-room.ts';
export { Claims } from './importing/claims.ts';
export { type CsvImport, type ImportPlan, importCsv } from './importing/import-csv.ts';
export { type ImportFault, ImportFaults } from './importing/import-faults.ts';
export { type CsvImportInput, CsvImportReply, csvImportInput } from './importing/schemas.ts';
export type { ImportRow } from './reading/read-rows.ts';
