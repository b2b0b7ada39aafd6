export type Json = Readonly<Record<string, unknown>>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object below a key, or an empty one. */
export const objectIn = (value: unknown, key: string): Json => {
  const found = isJson(value) ? value[key] : undefined;
  return isJson(found) ? found : {};
};

/** The same object with every value of it made anew; a value that becomes undefined is left out. */
export const mapped = (object: Json, change: (value: unknown, key: string) => unknown): Json =>
  Object.fromEntries(
    Object.entries(object).flatMap(([key, value]) => {
      const made = change(value, key);
      return made === undefined ? [] : [[key, made]];
    }),
  );
