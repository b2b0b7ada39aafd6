import { type Token, token } from '../../../di/index.ts';

/** The OpenAPI document of the running platform; made once, when first asked for. */
export interface ApiDocument {
  /** As JSON text. */
  text(scope?: DocumentScope): string;
}

/** Repetition in the document; all of it by default. */
export interface DocumentScope {
  /** A path whose parameter has names stands for each of them, and not once. */
  readonly named: boolean;
  /** Each operation lists the errors that any operation may answer; otherwise the introduction does. */
  readonly usual_errors: boolean;
}

const WHOLE: DocumentScope = { named: true, usual_errors: true };

/** The platform provides it from all mounted routes. */
export const API_DOCUMENT: Token<ApiDocument> = token('http.api-document');

/** Keeps the text of a document that is costly to make. */
export function apiDocument(make: (scope: DocumentScope) => unknown): ApiDocument {
  const texts = new Map<string, string>();
  return {
    text(scope = WHOLE) {
      const key = `${scope.named} ${scope.usual_errors}`;
      const text = texts.get(key) ?? JSON.stringify(make(scope));
      texts.set(key, text);
      return text;
    },
  };
}
