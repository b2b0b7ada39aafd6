import { ubusStatus } from '../uci/uci-state.ts';
import { done, failed, type Method, text } from './call.ts';
import { nullSession } from './ubus-sessions.ts';

const idleSeconds = 300;
const maxIdleSeconds = 86_400;

const superuser = {
  'access-group': { superuser: ['read', 'write'], unauthenticated: ['read'] },
  'cgi-io': { '*': ['write'] },
  file: { '*': ['*'] },
  ubus: { '*': ['*'], session: ['access', 'login'] },
  uci: { '*': ['read', 'write'] },
};

/** `session` of rpcd. */
export const sessionMethods: Readonly<Record<string, Method>> = {
  login: ({ device }, { username, password, timeout }) => {
    if (typeof username !== 'string' || typeof password !== 'string')
      return failed(ubusStatus.invalid_argument);
    if (!device.isLogin(username, password)) return failed(ubusStatus.permission_denied);
    const seconds =
      typeof timeout === 'number' && timeout > 0 ? Math.min(timeout, maxIdleSeconds) : idleSeconds;
    const { id } = device.sessions.open(username, seconds);
    return done({
      ubus_rpc_session: id,
      timeout: seconds,
      expires: seconds,
      acls: superuser,
      data: { username },
    });
  },
  access: ({ session }, { object }) =>
    done({ access: session !== nullSession || text(object) === 'session' }),
  list: ({ device, session }) => {
    const own = device.sessions.use(session);
    if (own === undefined) return failed(ubusStatus.not_found);
    const { id, timeoutSeconds } = own;
    return done({ ubus_rpc_session: id, timeout: timeoutSeconds, expires: timeoutSeconds, acls: superuser });
  },
  get: () => done({ values: {} }),
  destroy: ({ device, session }) => {
    device.sessions.end(session);
    return done();
  },
};
