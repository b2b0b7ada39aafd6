/** Headers every answer carries (SPEC 7), as the flat list `writeHead` takes. */
export const SECURITY_HEADERS: readonly string[] = Object.freeze([
  'X-Content-Type-Options',
  'nosniff',
  'X-Frame-Options',
  'DENY',
  'X-XSS-Protection',
  '1; mode=block',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Permissions-Policy',
  'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
]);

/** Data answers load nothing and stand in no frame. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Defaults that a handler may replace: pages set their own policy and caching. */
export const REPLACEABLE_HEADERS: readonly (readonly [name: string, value: string])[] = Object.freeze([
  ['Content-Security-Policy', DATA_POLICY],
  ['Cache-Control', 'no-store, no-cache, must-revalidate'],
  ['Pragma', 'no-cache'],
]);

/** Only meaningful over HTTPS (SPEC 7). */
export const STRICT_TRANSPORT: readonly string[] = Object.freeze([
  'Strict-Transport-Security',
  'max-age=31536000; includeSubDomains',
]);
