import type { CookieOptions } from '../routes/route.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/** One `Set-Cookie` value; null removes the cookie. Defaults: httpOnly, path `/`, same site `lax`. */
export function serializeCookie(
  name: string,
  value: string | null,
  options: CookieOptions,
  isSecure: boolean,
): string {
  if (!NAME.test(name) || !VALUE.test(value ?? '')) throw new TypeError(`cookie ${name} cannot be written`);
  const parts = [`${name}=${value ?? ''}`, `Path=${options.path ?? '/'}`];
  if (value === null) parts.push('Max-Age=0');
  else if (options.maxAgeMs !== undefined) parts.push(`Max-Age=${Math.floor(options.maxAgeMs / 1000)}`);
  if (options.httpOnly ?? true) parts.push('HttpOnly');
  if (isSecure) parts.push('Secure');
  parts.push(options.sameSite === 'strict' ? 'SameSite=Strict' : 'SameSite=Lax');
  return parts.join('; ');
}

/** The first cookie of that name, as sent; undefined when there is none. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const start = `${name}=`;
  for (const part of header.split(';')) {
    const pair = part.trim();
    if (pair.startsWith(start)) return unquoted(pair.slice(start.length));
  }
  return undefined;
}

const unquoted = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
