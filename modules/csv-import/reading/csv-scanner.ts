/** One record of a file, before its cells mean anything. */
export interface CsvRecord {
  /** Line of the file on which it begins, from 1. */
  readonly row: number;
  /** At most as many as the scanner keeps. */
  readonly cells: readonly string[];
  /** How many it has. */
  readonly count: number;
  /** The first break of the format, if any. */
  readonly fault: CsvFault | null;
}

export interface CsvFault {
  /** Position of the cell, from 0. */
  readonly cell: number;
  readonly message: string;
}

const QUOTE = 34;
const COMMA = 44;
const LINE_FEED = 10;
const RETURN = 13;

/** Where the next character stands: before a cell, in a bare one, in a quoted one, or behind its closing quote. */
type Mode = 'before' | 'bare' | 'quoted' | 'closed';

/**
 * Takes a text apart into records by RFC 4180: quotes, quotes doubled inside them, line ends inside them, CRLF, LF or CR,
 * a byte order mark. Lines without any character are skipped. It goes on after a break of the format, so that the faults
 * of later records are found, too; a quote that is never closed ends it.
 */
export class CsvScanner {
  readonly #text: string;
  readonly #mostCells: number;
  #at: number;
  #line = 1;
  #mode: Mode = 'before';
  #start = 0;
  #end = 0;
  #hasDoubled = false;
  #row = 1;
  #cells: string[] = [];
  #count = 0;
  #fault: CsvFault | null = null;

  constructor(text: string, mostCells: number) {
    this.#text = text;
    this.#mostCells = mostCells;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  get isOver(): boolean {
    return this.#at > this.#text.length;
  }

  /** Reads on for at most so many characters; answers a record as soon as one is complete. */
  read(mostCharacters: number): CsvRecord | null {
    for (let left = mostCharacters; left > 0 && !this.isOver; left -= 1) {
      const record = this.#at === this.#text.length ? this.#finish() : this.#step();
      if (record !== null) return record;
    }
    return null;
  }

  #step(): CsvRecord | null {
    const code = this.#text.charCodeAt(this.#at);
    if (this.#mode === 'before' && this.#opens(code)) return null;
    if (this.#mode === 'quoted') return this.#inQuotes(code);
    if (code === COMMA) return this.#endCell();
    if (code === LINE_FEED || code === RETURN) return this.#endLine(code);
    if (this.#mode === 'closed') this.#break('text stands behind the closing quote of the cell');
    else if (code === QUOTE) this.#break('a quote stands in a cell that does not begin with one');
    this.#at += 1;
    return null;
  }

  /** Begins a cell; true when its first character is a quote, which is used up. */
  #opens(code: number): boolean {
    const isQuoted = code === QUOTE;
    this.#mode = isQuoted ? 'quoted' : 'bare';
    if (isQuoted) this.#at += 1;
    this.#start = this.#at;
    return isQuoted;
  }

  #inQuotes(code: number): null {
    const next = this.#text.charCodeAt(this.#at + 1);
    if (code === QUOTE && next === QUOTE) {
      this.#hasDoubled = true;
      this.#at += 2;
      return null;
    }
    if (code === QUOTE) {
      this.#end = this.#at;
      this.#mode = 'closed';
    } else if (code === LINE_FEED || (code === RETURN && next !== LINE_FEED)) this.#line += 1;
    this.#at += 1;
    return null;
  }

  #endCell(): null {
    this.#keepCell();
    this.#at += 1;
    return null;
  }

  #keepCell(): void {
    if (this.#count < this.#mostCells) this.#cells.push(this.#cell());
    this.#count += 1;
    this.#mode = 'before';
    this.#hasDoubled = false;
  }

  #cell(): string {
    if (this.#mode === 'before') return '';
    const text = this.#text.slice(this.#start, this.#mode === 'closed' ? this.#end : this.#at);
    return this.#hasDoubled ? text.replaceAll('""', '"') : text;
  }

  #endLine(code: number): CsvRecord | null {
    const isBlank = this.#isBlank();
    this.#keepCell();
    const isPair = code === RETURN && this.#text.charCodeAt(this.#at + 1) === LINE_FEED;
    this.#at += isPair ? 2 : 1;
    this.#line += 1;
    return this.#endRecord(isBlank);
  }

  #isBlank(): boolean {
    return (
      this.#count === 0 && (this.#mode === 'before' || (this.#mode === 'bare' && this.#start === this.#at))
    );
  }

  #finish(): CsvRecord | null {
    const isBlank = this.#isBlank();
    if (this.#mode === 'quoted') this.#break('the quote with which the cell begins is never closed');
    this.#keepCell();
    this.#at += 1;
    return this.#endRecord(isBlank);
  }

  #endRecord(isBlank: boolean): CsvRecord | null {
    const record = { row: this.#row, cells: this.#cells, count: this.#count, fault: this.#fault };
    this.#row = this.#line;
    this.#cells = [];
    this.#count = 0;
    this.#fault = null;
    return isBlank ? null : record;
  }

  #break(message: string): void {
    this.#fault ??= { cell: this.#count, message };
  }
}
