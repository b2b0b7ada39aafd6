import { SignInPool } from '@patchbay/vendor-kit';

/** Sessions for reading; kept shorter than the device's own 300 s, which begin anew with every call. */
export class SessionPool extends SignInPool<string> {
  constructor(now?: () => number) {
    super({ keptMs: 240_000, renewedByUse: true }, now);
  }
}
