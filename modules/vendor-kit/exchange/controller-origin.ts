import { notSent } from '../device-errors.ts';

/** Scheme, host and port of a controller's address. Throws `adapter_error`, nothing sent, for one that is no HTTP URL. */
export function controllerOrigin(address: string, noun: string): string {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw notSent(`the address of the ${noun} is not a URL`);
  return url.origin;
}
