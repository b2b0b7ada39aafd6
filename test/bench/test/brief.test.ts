import t from 'tap';
import { noBrowser } from '../../browser/chromium.ts';
import { sampled } from '../../run/sample.ts';
import type { Line } from '../bench.ts';
import { benches } from '../benches/index.ts';
import { readOptions } from '../options.ts';
import { judge, tableOf } from '../report.ts';
import { Stage } from '../stage.ts';

/** They need what a machine of tests has not: other products, installed and running. */
const ELSEWHERE = ['peers'];
const redis = process.env['PATCHBAY_TEST_REDIS_URL'];
const ON_REDIS = ['redis-down', 'revocation'];
const IN_BROWSER = ['console-speed'];

const stage = new Stage(readOptions(['--brief']));
stage.say = (line) => t.comment(line);
t.teardown(() => stage.close());

function reasonToSkip(name: string): string | false {
  if (ON_REDIS.includes(name) && redis === undefined) return 'no redis-server here';
  return IN_BROWSER.includes(name) && noBrowser;
}

const here = benches.filter(({ name }) => !ELSEWHERE.includes(name));
for (const bench of sampled('benches', here, 1 / 9)) {
  const skip = reasonToSkip(bench.name);
  t.test(`the bench ${bench.name} works, and tells figures of both sides`, { skip }, async (t) => {
    const lines: readonly Line[] = await bench.run(stage);
    t.ok(lines.length > 0);
    for (const line of lines) {
      t.ok(line.product.length > 0 && line.product.every(Number.isFinite), `${line.name} ${line.product}`);
      t.ok(line.floor.every(Number.isFinite), `${line.name}, floor ${line.floor}`);
    }
    t.comment(tableOf(lines.map(judge)));
  });
}
