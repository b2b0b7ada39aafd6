/** Route that may be asked about. */
export interface RouteSuggestion {
  readonly value: string;
  readonly label: string;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

/** Ids of an API document's operations, each with its method and path. */
export const routeSuggestions = (document: unknown): readonly RouteSuggestion[] =>
  Object.entries(fieldsOf(fieldsOf(document)['paths'])).flatMap(([path, methods]) =>
    Object.entries(fieldsOf(methods)).flatMap(([method, operation]): RouteSuggestion[] => {
      const id = fieldsOf(operation)['operationId'];
      return typeof id === 'string' ? [{ value: id, label: `${method.toUpperCase()} ${path}` }] : [];
    }),
  );
