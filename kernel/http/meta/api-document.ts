import { type Token, token } from '../../di/index.ts';

/** The OpenAPI document of the running platform; made once, when first asked for. */
export interface ApiDocument {
  /** As JSON text. */
  text(): string;
}

/** The platform provides it from all mounted routes. */
export const API_DOCUMENT: Token<ApiDocument> = token('http.api-document');

/** Keeps the text of a document that is costly to make. */
export function apiDocument(make: () => unknown): ApiDocument {
  let text: string | undefined;
  return {
    text() {
      text ??= JSON.stringify(make());
      return text;
    },
  };
}
