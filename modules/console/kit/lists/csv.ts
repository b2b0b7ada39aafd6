/** Cells that a spreadsheet would take for a formula begin with one of these. */
const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** One cell after RFC 4180; what a spreadsheet would calculate is shown as text by a leading apostrophe. */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const plain = value === null || value === undefined ? '' : String(value);
  const text = FORMULA.test(plain) && !NUMBER.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

type Cells = readonly (string | number | boolean | null | undefined)[];

/** A file with a header row; lines end as RFC 4180 says. */
export const csvText = (header: readonly string[], rows: readonly Cells[]): string =>
  `${[header, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;

/** Offers a text as a file to keep. */
export function offerFile(name: string, type: string, text: string | Blob): void {
  const address = URL.createObjectURL(typeof text === 'string' ? new Blob([text], { type }) : text);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
