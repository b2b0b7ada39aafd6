import type { Principal } from '../../../../permissions/index.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import type { Answer } from '../../reply/answer.ts';
import type { Exchange } from '../../request/exchange.ts';
import type { Replies } from '../around/replies.ts';
import type { Step } from '../step.ts';

/** Runs a POST with an `Idempotency-Key` once, and answers its repetitions as it was answered, refusals too. */
export const idempotent = (idempotency: Idempotency, replies: Pick<Replies, 'errorAnswer'>): Step => {
  const answered = async (exchange: Exchange, next: () => Promise<unknown>): Promise<Answer> => {
    try {
      await next();
      return exchange.answered;
    } catch (error) {
      return replies.errorAnswer(exchange, error);
    }
  };
  const keyed = async (
    exchange: Exchange,
    principal: Principal,
    key: string,
    next: () => Promise<unknown>,
  ) => {
    const url = exchange.req.url ?? '';
    const attempt = {
      principal,
      compiled: exchange.route,
      path: exchange.path.replace(/\/$/, ''),
      search: url.includes('?') ? url.slice(url.indexOf('?')) : '',
      key,
      body: exchange.body,
      requestId: exchange.requestId.answered,
    };
    exchange.answer = await idempotency.once(attempt, () => answered(exchange, next));
  };
  return ({ state: { exchange } }, next) => {
    const { principal, route, req } = exchange;
    const key = req.headers['idempotency-key'];
    if (key === undefined || principal === null || route.method !== 'POST') return next();
    return keyed(exchange, principal, String(key), next);
  };
};
