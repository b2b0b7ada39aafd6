import { type Token, token } from '../../di/index.ts';

/** The OpenAPI document of the running platform; made once, when first asked for. */
export interface ApiDocument {
  /** As JSON text; unless `named`, a path whose parameter has names stands once and not for each of them. */
  text(named?: boolean): string;
}

/** The platform provides it from all mounted routes. */
export const API_DOCUMENT: Token<ApiDocument> = token('http.api-document');

/** Keeps the text of a document that is costly to make. */
export function apiDocument(make: (named: boolean) => unknown): ApiDocument {
  const texts = new Map<boolean, string>();
  return {
    text(named = true) {
      const text = texts.get(named) ?? JSON.stringify(make(named));
      texts.set(named, text);
      return text;
    },
  };
}
