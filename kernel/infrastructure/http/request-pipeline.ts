import type { Context } from 'koa';
import { internalError, notFound, PatchbayError, unauthenticated } from '../../errors/index.ts';
import { decide, heldToSites, type Principal, refusal } from '../../permissions/index.ts';
import { type PageQuery, pageOf } from '../database/index.ts';
import { assertLength } from './compiled/body-reader.ts';
import type { CompiledRoute } from './compiled/compiled-route.ts';
import type { Match } from './compiled/match.ts';
import { malformedPath, methodNotAllowed, moduleDegraded, requestTimedOut } from './http-errors.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { type Answer, answerOf, emptyAnswer, textAnswer } from './reply/answer.ts';
import { errorBody, errorHeaders } from './reply/envelope.ts';
import { oauthErrorBody, oauthStatusOf } from './reply/oauth-error.ts';
import { HandlerReply } from './reply/reply-control.ts';
import { credentialOf, type Identified, isPlainRefusal } from './request/credentials.ts';
import { assertOwnPage, assertSameSite } from './request/csrf.ts';
import { Exchange } from './request/exchange.ts';
import { queryOf } from './request/query.ts';
import { requestIdOf } from './request/request-id.ts';
import { watchRoute } from './route-watch.ts';
import { isBeyondReach } from './routes/reach.ts';
import { send } from './send.ts';
import { STATUS_OF } from './status.ts';
import { assertNothingRedacted } from './validation/redaction-guard.ts';

const ANONYMOUS: Identified = Object.freeze({ principal: null, refusal: null });
/** A request that was let in, with its checked parts. */
interface Run {
  readonly exchange: Exchange;
  readonly compiled: CompiledRoute;
  readonly params: Match['params'];
  readonly query: unknown;
  readonly body: unknown;
  readonly principal: Principal | null;
}

const DEFAULT_LIMIT_BYTES = 1_048_576;

/** The one middleware: every request, step by step, in the order of SPEC 5 to 8. */
export class RequestPipeline {
  readonly #parts: PipelineParts;
  readonly #inFlight = new Set<Exchange>();

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** Requests not answered yet. */
  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Answers one request; never rejects. */
  readonly serve = async (ctx: Context): Promise<void> => {
    ctx.respond = false;
    const exchange = this.#arrive(ctx);
    this.#inFlight.add(exchange);
    try {
      const match = this.#parts.routes.match(exchange.method, exchange.path);
      exchange.compiled = match.compiled;
      await this.#send(exchange, await this.#answer(exchange, match));
    } catch (error) {
      await this.#send(exchange, this.#errorAnswer(exchange, error));
    } finally {
      this.#inFlight.delete(exchange);
      this.#parts.record.done(exchange, this.#parts.clock.monotonicMs() - exchange.startedMs);
    }
  };

  /** Answers 504 to requests that run longer than this, and ends their signal (RULES R14). */
  expire(longerThanMs: number): void {
    const nowMs = this.#parts.clock.monotonicMs();
    for (const exchange of this.#inFlight)
      if (nowMs - exchange.startedMs > longerThanMs && !exchange.res.headersSent) {
        exchange.abort();
        void this.#send(exchange, this.#errorAnswer(exchange, requestTimedOut()));
      }
  }

  /** Ends the signals of all requests: the server stops waiting for them. */
  abortAll(): void {
    for (const exchange of this.#inFlight) exchange.abort();
  }

  #arrive(ctx: Context): Exchange {
    const { addresses, clock, crossOrigin } = this.#parts;
    return new Exchange({
      ctx,
      requestId: requestIdOf(ctx.req.headers['x-request-id']),
      startedMs: clock.monotonicMs(),
      ip: addresses.ipOf(ctx.req),
      is_secure: addresses.isSecure(ctx.req),
      base_url: this.#parts.baseUrl(),
      cors: crossOrigin.headersFor(ctx.req),
    });
  }

  #send(exchange: Exchange, answer: Answer): void | Promise<void> {
    return send(exchange, answer, this.#parts.clock.monotonicMs() - exchange.startedMs);
  }

  #answer(exchange: Exchange, { compiled, params, allowed }: Match): Answer | Promise<Answer> {
    const { crossOrigin } = this.#parts;
    if (exchange.method === 'OPTIONS' && crossOrigin.isPreflight(exchange.req))
      return emptyAnswer(204, crossOrigin.preflightHeadersFor(exchange.req));
    assertLength(exchange.req, compiled?.bodyLimitBytes ?? DEFAULT_LIMIT_BYTES);
    if (compiled === null) return this.#unmatched(exchange, allowed);
    if (compiled.rate === 'exempt' && compiled.isPublic)
      return this.#admitted(exchange, compiled, params, ANONYMOUS);
    return this.#identified(exchange, compiled, params);
  }

  async #unmatched(exchange: Exchange, allowed: readonly string[]): Promise<Answer> {
    exchange.rate = await this.#parts.limits.general(null, exchange.ip);
    if (allowed.length === 0) throw notFound();
    if (exchange.method === 'OPTIONS') return emptyAnswer(204, ['Allow', allowed.join(', ')]);
    throw methodNotAllowed({ headers: { Allow: allowed.join(', ') } });
  }

  async #identified(exchange: Exchange, compiled: CompiledRoute, params: Match['params']): Promise<Answer> {
    const { identification, limits } = this.#parts;
    const credential = credentialOf(exchange.req);
    const isAuth = compiled.rate === 'auth';
    const isPaid = !isAuth && identification.mustPay(credential, exchange.ip);
    if (isAuth) exchange.rate = await limits.auth(compiled.id, exchange.ip);
    else if (isPaid) exchange.rate = await limits.general(null, exchange.ip);
    const identified =
      credential === null ? ANONYMOUS : await identification.identify(credential, exchange.ip);
    const isCounted = isPaid && !identified.principal?.user_id;
    if (compiled.rate === 'general' && !isCounted)
      exchange.rate = await limits.general(identified.principal, exchange.ip);
    return this.#admitted(exchange, compiled, params, identified);
  }

  #admitted(
    exchange: Exchange,
    compiled: CompiledRoute,
    params: Match['params'],
    identified: Identified,
  ): Answer | Promise<Answer> {
    exchange.principal = identified.principal;
    if (compiled.checksCsrf) assertSameSite(exchange.req, identified.principal, this.#parts.csrfTokens);
    if (compiled.route.csrf === 'origin') assertOwnPage(exchange.req, this.#parts.isOwnOrigin);
    this.#assertServed(compiled);
    const principal = this.#authorized(compiled, identified);
    if (compiled.parameters.length > 0 && !compiled.acceptsParams(params)) throw malformedPath();
    const query = queryOf(compiled, exchange.req.url ?? '');
    const run: Run = { exchange, compiled, params, query, principal, body: undefined };
    const site_id = principal !== null && compiled.method === 'GET' ? siteIn(query) : null;
    return site_id === null ? this.#proceed(run) : this.#narrowed(run, site_id);
  }

  #proceed(run: Run): Answer | Promise<Answer> {
    const { proof, before } = run.compiled.route;
    return proof === undefined && before === undefined ? this.#read(run) : this.#vetted(run);
  }

  /** Refusals that come before the body is looked at. */
  async #vetted(run: Run): Promise<Answer> {
    const { exchange, compiled, params, query, principal } = run;
    const { proof, before } = compiled.route;
    if (proof !== undefined) await this.#parts.proofs.assertOf(principal, proof);
    const { deps } = compiled.mounted;
    await before?.({ params, query, principal, deps, request: exchange });
    return this.#read(run);
  }

  #read(run: Run): Answer | Promise<Answer> {
    const hasKey = run.exchange.req.headers['idempotency-key'] !== undefined;
    return run.compiled.body === null && !hasKey ? this.#handle(run) : this.#withBody(run);
  }

  /** A list narrowed to a site that the caller cannot see is empty, whatever the list holds (SPEC 2.1). */
  async #narrowed(run: Run, site_id: string): Promise<Answer> {
    const { principal, query, compiled, exchange } = run;
    for (const guard of this.#parts.siteGuards?.values ?? [])
      if (principal && !(await guard.isVisible(principal, site_id))) {
        if (!isPageQuery(query)) throw notFound();
        const nothing = pageOf([], 0, query);
        return answerOf(compiled, nothing, new HandlerReply(exchange.is_secure), undefined, null);
      }
    return this.#proceed(run);
  }

  #assertServed({ mounted, route }: CompiledRoute): void {
    const state = mounted.state();
    if (state === 'disabled' && !route.whileDisabled) throw notFound();
    if (state === 'degraded') throw moduleDegraded({ retryAfterSeconds: 30 });
  }

  /** On a public route a credential that is no good counts as none. */
  #authorized({ route, isPublic }: CompiledRoute, { principal, refusal: why }: Identified): Principal | null {
    if (isPublic) {
      if (why !== null && !isPlainRefusal(why)) throw why;
      return principal;
    }
    if (why !== null) throw why;
    const verdict = decide(this.#parts.permissions, principal, route.access);
    if (!verdict.allowed) throw principal === null ? unauthenticated() : refusal(verdict);
    if (principal !== null && isBeyondReach(route, principal)) throw heldToSites();
    if (principal !== null) this.#parts.permissions.noteUse(principal, verdict);
    return principal;
  }

  async #withBody(run: Run): Promise<Answer> {
    const { exchange, compiled, principal } = run;
    const body = await bodyOf(run);
    if (compiled.route.proof !== undefined)
      await this.#parts.proofs.assertFor(principal, compiled.route.proof, body);
    const key = exchange.req.headers['idempotency-key'];
    if (key === undefined || principal === null || compiled.method !== 'POST')
      return this.#handle({ ...run, body });
    const url = exchange.req.url ?? '';
    const attempt = {
      principal,
      compiled,
      path: exchange.path.replace(/\/$/, ''),
      search: url.includes('?') ? url.slice(url.indexOf('?')) : '',
      key: String(key),
      body,
      requestId: exchange.requestId.answered,
    };
    return this.#parts.idempotency.once(attempt, () => this.#handleOrExplain({ ...run, body }));
  }

  /** As `#handle`, with refusals as answers, since those are kept for replays too. */
  async #handleOrExplain(run: Run): Promise<Answer> {
    try {
      return await this.#handle(run);
    } catch (error) {
      return this.#errorAnswer(run.exchange, error);
    }
  }

  #handle({ exchange, compiled, params, query, body, principal }: Run): Answer | Promise<Answer> {
    const { checkReply } = this.#parts;
    const reply = new HandlerReply(exchange.is_secure);
    const { deps } = compiled.mounted;
    const { onRoute } = this.#parts;
    const input = { params, query, body, principal, deps, request: exchange, reply };
    const given: unknown = onRoute
      ? watchRoute(compiled.route, onRoute, query, async () => compiled.route.handle(input))
      : compiled.route.handle(input);
    const ifNoneMatch = exchange.req.headers['if-none-match'];
    if (!(given instanceof Promise)) return answerOf(compiled, given, reply, ifNoneMatch, checkReply);
    return given.then((value) => answerOf(compiled, value, reply, ifNoneMatch, checkReply));
  }

  #errorAnswer(exchange: Exchange, error: unknown): Answer {
    const declared = error instanceof PatchbayError ? error : internalError({ cause: error });
    const status = STATUS_OF[declared.kind];
    if (status === 403) this.#noteRefusal(exchange, declared);
    if (status >= 500 && declared.kind !== 'not_implemented')
      this.#parts.logger[status === 500 ? 'error' : 'warn']('a request failed', {
        request_id: exchange.requestId.logged,
        route: exchange.compiled?.id,
        error,
      });
    const headers = errorHeaders(declared);
    if (exchange.compiled?.route.errorShape === 'oauth2')
      return textAnswer(oauthStatusOf(declared.kind), oauthErrorBody(declared), headers);
    return textAnswer(status, errorBody(declared, exchange.requestId.answered), headers);
  }

  /** Below the handlers, so that none can forget it. */
  #noteRefusal({ principal, compiled, method, path, ip }: Exchange, error: PatchbayError): void {
    if (principal === null || compiled === null) return;
    this.#parts.refusals?.note({ principal, route_id: compiled.id, method, path, ip, error });
  }
}

const isPageQuery = (query: unknown): query is PageQuery =>
  typeof query === 'object' && query !== null && 'page' in query && 'per_page' in query;

function siteIn(query: unknown): string | null {
  const isNarrowed = typeof query === 'object' && query !== null && 'site_id' in query;
  return isNarrowed && typeof query.site_id === 'string' ? query.site_id : null;
}

async function bodyOf({ exchange, compiled }: Run): Promise<unknown> {
  if (compiled.body === null) return undefined;
  const { value, sizeBytes } = await compiled.body.read(exchange.ctx);
  compiled.bodySchema?.assert(value, sizeBytes);
  assertNothingRedacted(value, compiled.route.keepsMarkers);
  return value;
}
