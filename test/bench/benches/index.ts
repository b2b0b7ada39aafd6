import type { Bench } from '../bench.ts';
import { consoleSize } from './console/console-size.ts';
import { consoleSpeed } from './console/console-speed.ts';
import { audit } from './events/audit.ts';
import { chain } from './events/chain.ts';
import { flood } from './events/flood.ts';
import { hooks } from './events/hooks.ts';
import { hostile } from './events/hostile.ts';
import { match } from './events/match.ts';
import { peers } from './events/peers.ts';
import { saturation } from './events/saturation.ts';
import { applies } from './gear/applies.ts';
import { fleet } from './gear/fleet.ts';
import { hanging } from './gear/hanging.ts';
import { sync } from './gear/sync.ts';
import { redisDown } from './platform/redis-down.ts';
import { revocation } from './platform/revocation.ts';
import { sandbox } from './platform/sandbox.ts';
import { sockets } from './platform/sockets.ts';
import { start } from './platform/start.ts';
import { grants } from './requests/grants.ts';
import { health } from './requests/health.ts';
import { read, read0 } from './requests/read.ts';
import { records } from './requests/records.ts';
import { rls } from './requests/rls.ts';
import { signIn } from './requests/sign-in.ts';
import { token } from './requests/token.ts';
import { write } from './requests/write.ts';

/** All benches, in the order they run; sockets come while the product's memory is still that of its start. */
export const benches: readonly Bench[] = [
  match,
  hostile,
  sandbox,
  sockets,
  health,
  read,
  read0,
  write,
  records,
  applies,
  rls,
  grants,
  token,
  signIn,
  revocation,
  redisDown,
  sync,
  hanging,
  fleet,
  chain,
  flood,
  saturation,
  hooks,
  peers,
  audit,
  consoleSize,
  consoleSpeed,
  start,
];
