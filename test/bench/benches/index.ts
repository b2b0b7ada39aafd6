import type { Bench } from '../bench.ts';
import { applies } from './applies.ts';
import { audit } from './audit.ts';
import { chain } from './chain.ts';
import { fleet } from './fleet.ts';
import { flood } from './flood.ts';
import { grants } from './grants.ts';
import { hanging } from './hanging.ts';
import { health } from './health.ts';
import { hooks } from './hooks.ts';
import { hostile } from './hostile.ts';
import { match } from './match.ts';
import { peers } from './peers.ts';
import { read, read0 } from './read.ts';
import { records } from './records.ts';
import { redisDown } from './redis-down.ts';
import { revocation } from './revocation.ts';
import { rls } from './rls.ts';
import { sandbox } from './sandbox.ts';
import { saturation } from './saturation.ts';
import { signIn } from './sign-in.ts';
import { sockets } from './sockets.ts';
import { start } from './start.ts';
import { sync } from './sync.ts';
import { token } from './token.ts';
import { write } from './write.ts';

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
  start,
];
