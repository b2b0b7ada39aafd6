/** Limits of SPEC 8 and what the room sets itself; all sockets share them. */
export interface SocketLimits {
  readonly connectionsPerUser: number;
  /** Authenticated ones, in all. */
  readonly connections: number;
  /** Sockets that are not authenticated do not count towards `connections`; they have bounds of their own. */
  readonly pending: number;
  readonly pendingPerAddress: number;
  readonly messagesPerSecond: number;
  readonly frameBytes: number;
  /** Until a client has said who it is. */
  readonly authenticationMs: number;
  /** Frames are dropped while more than this waits for a client (DECISIONS 32). */
  readonly bufferedBytes: number;
  /** Time for which a client that lost frames may go on reading before it is closed. */
  readonly graceMs: number;
  readonly pingEveryMs: number;
  /** Authority is read again at least this often (SPEC 6.3.2). */
  readonly revalidateEveryMs: number;
  /** Interval of the check of open sockets. */
  readonly sweepMs: number;
}

export const SOCKET_LIMITS: SocketLimits = Object.freeze({
  connectionsPerUser: 25,
  connections: 5_000,
  pending: 500,
  pendingPerAddress: 20,
  messagesPerSecond: 5,
  frameBytes: 65_536,
  authenticationMs: 10_000,
  bufferedBytes: 1_048_576,
  graceMs: 5_000,
  pingEveryMs: 30_000,
  revalidateEveryMs: 300_000,
  sweepMs: 1_000,
});

/** Close codes in use. 1009 (frame too large) and 1007 (not UTF-8) come from the protocol itself. */
export const CLOSE = Object.freeze({
  goingAway: 1001,
  /** Origin, failed authentication, revoked session. */
  policy: 1008,
  internal: 1011,
  /** A limit was reached; trying again later may help. */
  tryLater: 1013,
});
