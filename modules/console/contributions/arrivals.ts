import type { HttpMiddleware } from '@patchbay/kernel/http';

/** Addresses that mails, identity providers and applications send browsers to, and the pages that answer there. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['/reset-password', '/console/reset-password'],
  ['/confirm-email', '/console/confirm-email'],
  ['/auth/sso/callback', '/console/sso/callback'],
  ['/api/v1/oauth2/authorize', '/console/oauth2/authorize'],
]);

/** Browsers are sent on to the page with the query of the address; programs get their answers as before. */
export const arrivals: HttpMiddleware = {
  id: 'console.arrivals',
  middleware: (ctx, next) => {
    const page = ctx.method === 'GET' ? PAGES.get(ctx.path) : undefined;
    if (page === undefined || ctx.accepts(['json', 'html']) !== 'html') return next();
    ctx.status = 303;
    ctx.set('Location', `${page}${ctx.search}`);
    ctx.set('Vary', 'Accept');
    ctx.body = 'The console answers there.';
  },
};
