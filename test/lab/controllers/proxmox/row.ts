/** Settings as the product keeps them: texts, and lists of texts. */
export type Row = Record<string, string | readonly string[]>;
