import type { ControllerTls } from '../../entities/controller.ts';

interface Place {
  readonly url: string;
  readonly tls: ControllerTls;
}

/** Whether a patch leads to another place, or trusts it in another way, so that a kept secret must not follow. */
export const isElsewhere = (
  before: Place,
  {
    url = before.url,
    tls = before.tls,
  }: { readonly url?: string | undefined; readonly tls?: ControllerTls | undefined },
): boolean => url !== before.url || !trustsAlike(tls, before.tls);

export const trustsAlike = (one: ControllerTls, other: ControllerTls): boolean =>
  trustOf(one) === trustOf(other);

const trustOf = ({ verify, fingerprint = '', pin_on_first_use = false }: ControllerTls): string =>
  `${verify} ${pin_on_first_use} ${fingerprint.replaceAll(':', '').toLowerCase()}`;
