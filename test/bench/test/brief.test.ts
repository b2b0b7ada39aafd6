import t from 'tap';
import { benches } from '../benches/index.ts';
import { runBriefly } from './run-briefly.ts';

/** They need what a machine of tests has not: other products, installed and running. */
const ELSEWHERE = ['peers'];
/** In a file of their own: `brief-console.test.ts`. */
const IN_BROWSER = /^console-/;
const redis = process.env['PATCHBAY_TEST_REDIS_URL'];
const ON_REDIS = ['redis-down', 'revocation'];

runBriefly(
  t,
  benches.filter(({ name }) => !ELSEWHERE.includes(name) && !IN_BROWSER.test(name)),
  (name) => ON_REDIS.includes(name) && redis === undefined && 'no redis-server here',
);
