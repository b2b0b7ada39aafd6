/** The answer of a provider, as it stands in the address of the callback page. */
export type Answer =
  | { readonly is: 'code'; readonly code: string; readonly state: string; readonly iss?: string }
  /** `error` is a code of RFC 6749 4.1.2.1; null for words of another shape, which are not shown. */
  | { readonly is: 'refusal'; readonly error: string | null }
  | { readonly is: 'none' };

const CODE = /^[a-z_]{1,60}$/;

export function readAnswer(search: string): Answer {
  const parameters = new URLSearchParams(search);
  const [code, state, iss, error] = ['code', 'state', 'iss', 'error'].map((name) => parameters.get(name));
  if (error) return { is: 'refusal', error: CODE.test(error) ? error : null };
  if (!code || !state) return { is: 'none' };
  return { is: 'code', code, state, ...(iss ? { iss } : {}) };
}
