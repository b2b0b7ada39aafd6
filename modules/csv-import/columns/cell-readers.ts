import { isRecord } from '@patchbay/kernel/schema';

/** Reading of a cell: a value, nothing, or a fault. */
export type CellReading =
  | { readonly value: unknown }
  | { readonly fault: string; readonly type: string }
  | null;

export type CellReader = (cell: string) => CellReading;

/** Texts as they are, a formula too; an empty cell says nothing. */
export const asText: CellReader = (cell) => (cell === '' ? null : { value: cell });

/** Texts as they are; an empty cell takes the value away. */
export const asClearableText: CellReader = (cell) => ({ value: cell === '' ? null : cell });

/** `true` or `false`, in whichever case a spreadsheet spells them; an empty cell says nothing. */
export const asFlag: CellReader = (cell) => {
  if (cell === '') return null;
  const word = cell.toLowerCase();
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  return { fault: 'must be true or false', type: 'type' };
};

/** Texts parted by `;`, or a JSON array where one of them holds a `;`; an empty cell is an empty list. */
export const asList: CellReader = (cell) => {
  if (!cell.startsWith('[')) {
    const texts = cell.split(';').map((text) => text.trim());
    return { value: texts.filter((text) => text !== '') };
  }
  const value = parsed(cell);
  return Array.isArray(value) ? { value } : { fault: 'is no JSON array', type: 'format' };
};

/** A JSON object; an empty cell is an empty one. */
export const asFields: CellReader = (cell) => {
  if (cell === '') return { value: {} };
  const value = parsed(cell);
  return isRecord(value) ? { value } : { fault: 'is no JSON object', type: 'format' };
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
