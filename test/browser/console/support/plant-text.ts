import type { Rows } from '../../../sweeps/support/rows.ts';

/** Columns that hold whatever a device, a plugin, a browser or a person says. */
const FREE_TEXT = [
  'address',
  'body',
  'comment',
  'description',
  'disabled_reason',
  'display_name',
  'error',
  'external_id',
  'firmware',
  'label',
  'last_error',
  'location',
  'mac',
  'message',
  'model',
  'name',
  'node',
  'notes',
  'paused_reason',
  'reason',
  'serial',
  'subject',
  'text',
  'title',
  'user_agent',
  'version',
];
/** Columns of values that are shown as they came. */
const FREE_VALUES = [
  'after',
  'before',
  'custom_fields',
  'detail',
  'from',
  'output',
  'payload',
  'to',
  'value',
];

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

const COLUMNS = `select table_name as table, column_name as name, data_type as type from information_schema.columns
  where table_schema = 'public' and (data_type = 'text' and column_name = any ($1) or data_type = 'jsonb' and column_name = any ($2))`;

/**
 * Puts a text into every free column that is empty or made up: what no route writes, as what devices tell, gets there
 * by this alone. Answers in how many columns it stands then.
 */
export async function plantText(rows: Rows, text: string): Promise<number> {
  let planted = 0;
  for (const column of await rows.query<Column>(COLUMNS, [FREE_TEXT, FREE_VALUES]))
    planted += await plantIn(rows, column, text);
  return planted;
}

/** A column whose table will not have it is left as it is. */
async function plantIn(rows: Rows, { table, name, type }: Column, text: string): Promise<number> {
  const column = `"${name}"`;
  const isJson = type === 'jsonb';
  const value = isJson ? JSON.stringify({ [text]: text }) : text;
  const isFree = isJson ? `${column} = '{}'` : `${column} is null or ${column} like 'made-up-%'`;
  try {
    const changed = await rows.query(`update "${table}" set ${column} = $1 where ${isFree} returning 1`, [
      value,
    ]);
    return Math.min(1, changed.length);
  } catch {
    return 0;
  }
}
