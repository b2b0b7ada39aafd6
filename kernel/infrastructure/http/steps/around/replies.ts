import { Service } from '../../../../di/index.ts';
import { internalError, notFound, PatchbayError } from '../../../../errors/index.ts';
import type { Clock, Logger } from '../../../../telemetry/index.ts';
import type { Refusals } from '../../refusals.ts';
import { type Answer, textAnswer } from '../../reply/answer.ts';
import { errorBody, errorHeaders } from '../../reply/envelope.ts';
import { oauthErrorBody, oauthStatusOf } from '../../reply/oauth-error.ts';
import type { Exchange } from '../../request/exchange.ts';
import { send, setCommonHeaders } from '../../send.ts';
import { STATUS_OF } from '../../status.ts';
import type { Step } from '../step.ts';

export interface ReplyParts {
  readonly logger: Logger;
  readonly clock: Clock;
  readonly refusals: Refusals | null;
}

/** Writes the answers of requests, and turns errors into answers. */
export class Replies extends Service<ReplyParts> {
  /** Sends the answer of the later steps, or of their error. An answer by `ctx.body` is written by Koa. */
  readonly step: Step = async (ctx, next) => {
    const { exchange } = ctx.state;
    try {
      await next();
      if (exchange.answer !== null) await this.#send(exchange, exchange.answer);
      else if (ctx.status === 404 && ctx.body === undefined) throw notFound();
      else setCommonHeaders(exchange, this.#tookMs(exchange));
    } catch (error) {
      await this.refuse(exchange, error);
    }
  };

  /** Answers a request with an error. */
  refuse(exchange: Exchange, error: unknown): void | Promise<void> {
    return this.#send(exchange, this.errorAnswer(exchange, error));
  }

  /** Answer to an error: 500 for all but declared ones. */
  errorAnswer(exchange: Exchange, error: unknown): Answer {
    const declared = error instanceof PatchbayError ? error : internalError({ cause: error });
    const status = STATUS_OF[declared.kind];
    if (status === 403) this.#noteRefusal(exchange, declared);
    if (status >= 500 && declared.kind !== 'not_implemented')
      this.parts.logger[status === 500 ? 'error' : 'warn']('a request failed', {
        request_id: exchange.requestId.logged,
        route: exchange.compiled?.id,
        error,
      });
    const headers = errorHeaders(declared);
    if (exchange.compiled?.route.errorShape === 'oauth2')
      return textAnswer(oauthStatusOf(declared.kind), oauthErrorBody(declared), headers);
    return textAnswer(status, errorBody(declared, exchange.requestId.answered), headers);
  }

  #send(exchange: Exchange, answer: Answer): void | Promise<void> {
    exchange.ctx.respond = false;
    return send(exchange, answer, this.#tookMs(exchange));
  }

  #tookMs(exchange: Exchange): number {
    return this.parts.clock.monotonicMs() - exchange.startedMs;
  }

  /** Below the handlers, so that none can forget it. */
  #noteRefusal({ principal, compiled, method, path, ip }: Exchange, error: PatchbayError): void {
    if (principal === null || compiled === null) return;
    this.parts.refusals?.note({ principal, route_id: compiled.id, method, path, ip, error });
  }
}
