import { assertLength } from '../../compiled/body-reader.ts';
import { DEFAULT_BODY_LIMIT_BYTES } from '../../compiled/compiled-route.ts';
import type { Step } from '../step.ts';

/** Refuses a body whose announced length is over the limit, before anything is read. */
export const announcedLength: Step = ({ state: { exchange } }, next) => {
  assertLength(exchange.req, exchange.compiled?.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES);
  return next();
};
