import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import Koa from 'koa';
import type { KernelConfig } from '../../config/index.ts';
import type { Contributions } from '../../extension/index.ts';
import type { Authenticator, PermissionMap, ProofKeeper, SiteGuard } from '../../permissions/index.ts';
import type { Clock, HealthRegistry, Logger, Metrics } from '../../telemetry/index.ts';
import { type Cache, RateLimiter } from '../cache/index.ts';
import type { Database } from '../database/index.ts';
import type { CompiledRoute } from './compiled/compiled-route.ts';
import { RouteTable } from './compiled/route-table.ts';
import { Idempotency, type IdempotencyOptions } from './idempotency/idempotency.ts';
import type { Refusals } from './refusals.ts';
import type { ReplyCheck } from './reply/answer.ts';
import { answerBrokenRequest } from './reply/broken-request.ts';
import { ClientAddresses } from './request/client-address.ts';
import { Identification } from './request/credentials.ts';
import { CrossOrigin } from './request/cross-origin.ts';
import type { CsrfTokens } from './request/csrf-tokens.ts';
import { Origins } from './request/origins.ts';
import { Proofs } from './request/proofs.ts';
import { RateLimits } from './request/rate-limits.ts';
import { RequestRecord } from './request/request-record.ts';
import { UnknownCredentials } from './request/unknown-credentials.ts';
import type { RouteWatch } from './route-watch.ts';
import type { MountedRoute } from './routes/mounted-route.ts';
import { access } from './steps/admission/access.ts';
import { announcedLength } from './steps/admission/announced-length.ts';
import { credentials } from './steps/admission/credentials.ts';
import { preflight } from './steps/admission/preflight.ts';
import { routing, unmatched } from './steps/admission/routing.ts';
import { sameSite } from './steps/admission/same-site.ts';
import { arrival } from './steps/around/arrival.ts';
import { contributed, type HttpMiddleware } from './steps/around/contributed.ts';
import { deadline } from './steps/around/deadline.ts';
import { InFlight } from './steps/around/in-flight.ts';
import { Replies } from './steps/around/replies.ts';
import { body } from './steps/handling/body.ts';
import { earlyRefusals } from './steps/handling/early-refusals.ts';
import { handler } from './steps/handling/handler.ts';
import { idempotent } from './steps/handling/idempotent.ts';
import { narrowing } from './steps/handling/narrowing.ts';
import { parameters } from './steps/handling/parameters.ts';
import type { RequestState, Step } from './steps/step.ts';

export interface HttpServerOptions {
  readonly config: KernelConfig;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Degraded while requests are being drained. */
  readonly health?: Pick<HealthRegistry, 'degrade'>;
  readonly clock: Clock;
  readonly cache: Cache;
  /** Default: one over `cache`. */
  readonly rateLimiter?: Pick<RateLimiter, 'consume'>;
  readonly permissionMap: PermissionMap;
  readonly database: Pick<Database, 'write' | 'asSystem'>;
  /** Keys of the fingerprints of requests with an `Idempotency-Key`, current one first. */
  readonly idempotencyKeys: IdempotencyOptions['keys'];
  readonly csrfTokens: Pick<CsrfTokens, 'isOf'>;
  readonly authenticators: Contributions<Authenticator>;
  readonly siteGuards?: Contributions<SiteGuard>;
  readonly proofKeepers?: Contributions<ProofKeeper>;
  /** Middleware of operators, before the route is looked for. */
  readonly middleware?: Contributions<HttpMiddleware>;
  /** Called for every 403 of a known principal. */
  readonly refusals?: Refusals;
  readonly routes: readonly MountedRoute[];
  /** Checks every reply against its schema and answers 500 when it does not fit; for tests and development. */
  readonly validateReplies?: boolean;
  /** Observes whether handlers keep to the declarations of their routes; for tests. */
  readonly watch?: RouteWatch | undefined;
  /** Longest a request may run before it is answered 504; default two minutes. */
  readonly requestDeadlineMs?: number;
}

const MAX_HEADER_BYTES = 16_384;
const MAX_HEADERS = 100;
const HEADERS_TIMEOUT_MS = 10_000;
/** For the whole request, body included. */
const REQUEST_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 65_000;
const IDLE_SOCKET_MS = 120_000;
const SWEEP_MS = 1_000;
const DEFAULT_DEADLINE_MS = 120_000;
const DEFAULT_DRAIN_MS = 10_000;
const MAX_CONNECTIONS = 20_000;

/** The platform's HTTP side: routes as values in, Koa middleware in one order, a node server out. */
export class HttpServer {
  readonly #config: KernelConfig;
  readonly #inFlight: InFlight;
  readonly #table: RouteTable;
  readonly #sweep: NodeJS.Timeout;
  readonly #deadlineMs: number;
  readonly #health: HttpServerOptions['health'];
  readonly #refusals: Refusals | null;
  #baseUrl: string;
  #port: number;
  /** Attach sockets here. */
  readonly server: Server;

  constructor(options: HttpServerOptions) {
    const { config, logger, clock } = options;
    this.#config = config;
    this.#health = options.health;
    this.#refusals = options.refusals ?? null;
    this.#port = config.PORT;
    this.#baseUrl = baseUrlOf(config, config.PORT);
    this.#table = new RouteTable(options.routes);
    this.#deadlineMs = options.requestDeadlineMs ?? DEFAULT_DEADLINE_MS;
    const replies = new Replies({ logger, clock, refusals: this.#refusals });
    this.#inFlight = new InFlight({ replies, record: recordOf(options), clock });
    this.server = this.#createServer(logger, this.#steps(options, replies));
    this.#sweep = setInterval(() => this.#inFlight.expire(this.#deadlineMs), SWEEP_MS);
    this.#sweep.unref();
  }

  /** Address the platform is reached at, without a trailing slash. */
  get baseUrl(): string {
    return this.#baseUrl;
  }

  /** Compiles every validator and serializer now; throws naming the route whose schema cannot be used. */
  compileAll(): void {
    for (const compiled of this.#table.routes) compiled.compile();
  }

  /** Listens, by default on `HOST` and `PORT`; answers the port. */
  listen(port: number = this.#config.PORT, host: string = this.#config.HOST): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.server.once('error', reject);
    this.server.listen(port, host, () => {
      this.server.off('error', reject);
      const { port: taken } = this.server.address() as AddressInfo;
      this.#port = taken;
      this.#baseUrl = baseUrlOf(this.#config, taken);
      resolve(taken);
    });
    return promise;
  }

  /** Takes no more connections, lets running requests end within the bound, then cuts what is left. */
  async close(drainMs: number = DEFAULT_DRAIN_MS): Promise<void> {
    this.#health?.degrade('http', 'shutting down', { critical: true });
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      this.#inFlight.abortAll();
      this.server.closeAllConnections();
    }, drainMs);
    this.server.close(() => resolve());
    this.server.closeIdleConnections();
    const idle = setInterval(() => this.server.closeIdleConnections(), 50);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
    clearInterval(this.#sweep);
    await this.#refusals?.close();
  }

  /** Every request passes these, in the order of SPEC 5 to 8. */
  #steps(options: HttpServerOptions, replies: Replies): readonly Step[] {
    const { config, clock, cache, logger, permissionMap } = options;
    const crossOrigin = new CrossOrigin(config.CORS_ORIGINS);
    const addresses = new ClientAddresses(config.TRUSTED_PROXIES);
    const limits = new RateLimits({
      limiter: options.rateLimiter ?? new RateLimiter(cache, clock),
      settings: {
        perMinute: config.RATE_LIMIT_RPM,
        perSecond: config.RATE_LIMIT_BURST,
      },
    });
    const identification = new Identification({
      authenticators: options.authenticators,
      unknown: new UnknownCredentials(clock),
    });
    const origins = new Origins(config);
    const proofs = new Proofs({ keepers: options.proofKeepers ?? null });
    const { database, idempotencyKeys: keys } = options;
    return [
      deadline(this.#deadlineMs),
      arrival({ addresses, clock, crossOrigin, baseUrl: () => this.#baseUrl }),
      this.#inFlight.step,
      replies.step,
      contributed(options.middleware ?? null),
      routing(this.#table),
      preflight(crossOrigin),
      announcedLength,
      unmatched(limits),
      credentials(identification, limits),
      sameSite(options.csrfTokens, (origin) => origins.allows(origin, this.#port)),
      access(permissionMap),
      parameters,
      narrowing(options.siteGuards ?? null),
      earlyRefusals(proofs),
      body(proofs),
      idempotent(new Idempotency({ database, clock, logger, keys }), replies),
      handler(options.validateReplies ? assertReply : null, options.watch ?? null),
    ];
  }

  #createServer(logger: Logger, steps: readonly Step[]): Server {
    const app = new Koa<RequestState>();
    app.silent = true;
    app.on('error', (error: unknown) => logger.debug('a connection failed', { error }));
    for (const step of steps) app.use(step);
    const server = createServer(
      {
        maxHeaderSize: MAX_HEADER_BYTES,
        headersTimeout: HEADERS_TIMEOUT_MS,
        requestTimeout: REQUEST_TIMEOUT_MS,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connectionsCheckingInterval: 5_000,
        shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
      },
      app.callback(),
    );
    server.maxHeadersCount = MAX_HEADERS;
    server.maxConnections = MAX_CONNECTIONS;
    server.setTimeout(IDLE_SOCKET_MS);
    server.on('clientError', (error: Error & { code?: string }, socket) =>
      answerBrokenRequest(error.code, socket as Socket),
    );
    return server;
  }
}

function baseUrlOf({ BASE_URL, HOST }: KernelConfig, port: number): string {
  if (BASE_URL !== undefined) return BASE_URL.replace(/\/+$/, '');
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
}

const recordOf = ({ config, logger, metrics }: HttpServerOptions): RequestRecord =>
  new RequestRecord({
    logger,
    metrics,
    countsRequests: config.ENABLE_METRICS,
    logsReads: config.LOG_LEVEL === 'debug' || config.LOG_LEVEL === 'trace',
  });

const assertReply: ReplyCheck = (compiled: CompiledRoute, status, value) => {
  const faults = compiled.serializerFor(status)?.faultsOf(value) ?? [];
  if (faults.length > 0)
    throw new Error(`${compiled.id}: reply breaks its schema: ${JSON.stringify(faults)}`);
};
