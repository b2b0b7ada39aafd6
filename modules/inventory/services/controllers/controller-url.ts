import { validationFailed } from '@patchbay/kernel/errors';

/** The address as it is kept: scheme, host and port, nothing else. Where it may lead is decided at use (DECISIONS 33). */
export function controllerUrl(text: string, field = 'url'): string {
  const url = URL.parse(text);
  const plain =
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.hostname !== '' &&
    url.port !== '0' &&
    url.username === '' &&
    url.password === '' &&
    (url.pathname === '/' || url.pathname === '') &&
    url.search === '' &&
    url.hash === '';
  if (plain) return url.origin;
  const message = 'must be an http or https URL with a host and nothing after it';
  throw validationFailed({ details: [{ field, message, type: 'format' }] });
}
