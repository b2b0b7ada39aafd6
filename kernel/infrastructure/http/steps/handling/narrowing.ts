import { notFound } from '../../../../errors/index.ts';
import type { Contributions } from '../../../../extension/index.ts';
import type { Principal, SiteGuard } from '../../../../permissions/index.ts';
import { type PageQuery, pageOf } from '../../../database/index.ts';
import { answerOf } from '../../reply/answer.ts';
import { HandlerReply } from '../../reply/handler-reply.ts';
import type { Exchange } from '../../request/exchange.ts';
import type { Step } from '../step.ts';

/** Answers lists narrowed to a site that the caller cannot see: empty, whatever the list holds (SPEC 2.1). */
export const narrowing = (guards: Contributions<SiteGuard> | null): Step => {
  const sees = async (principal: Principal, site_id: string): Promise<boolean> => {
    for (const guard of guards?.values ?? []) if (!(await guard.isVisible(principal, site_id))) return false;
    return true;
  };
  return ({ state: { exchange } }, next) => {
    const { route, principal, query } = exchange;
    const site_id = route.method === 'GET' ? siteIn(query) : null;
    if (principal === null || site_id === null) return next();
    return sees(principal, site_id).then((isVisible) => (isVisible ? next() : answerNothing(exchange)));
  };
};

function answerNothing(exchange: Exchange): void {
  const { route, query } = exchange;
  if (!isPageQuery(query)) throw notFound();
  const nothing = pageOf([], 0, query);
  exchange.answer = answerOf(route, nothing, new HandlerReply(exchange.is_secure), undefined, null);
}

const isPageQuery = (query: unknown): query is PageQuery =>
  typeof query === 'object' && query !== null && 'page' in query && 'per_page' in query;

function siteIn(query: unknown): string | null {
  const isNarrowed = typeof query === 'object' && query !== null && 'site_id' in query;
  return isNarrowed && typeof query.site_id === 'string' ? query.site_id : null;
}
